/** The types that the server accepts. */
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'];
const MAX_BYTES = 1024 * 1024;
/** Twice the stored size, so that the photo stays sharp after the server scales it. */
const SIDE = 512;

/** The file is not a valid photo; the message is a sentence for the screen. */
export class PhotoProblem extends Error {}

/**
 * The middle square of a photo, as a small JPEG. If the browser cannot draw the file, the file itself if it is small enough.
 * @throws PhotoProblem
 */
export async function shrinkPhoto(file: File): Promise<Blob> {
  const square = await drawSquare(file).catch(() => null);
  if (square) return square;
  if (!PHOTO_TYPES.includes(file.type)) throw new PhotoProblem('Choose a JPEG, PNG or WebP image.');
  if (file.size > MAX_BYTES) throw new PhotoProblem('This photo is larger than 1 MB. Choose a smaller one.');
  return file;
}

async function drawSquare(file: File): Promise<Blob | null> {
  const bitmap = await createImageBitmap(file);
  const edge = Math.min(bitmap.width, bitmap.height);
  const side = Math.min(SIDE, edge);
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (!context) return null;
  // JPEG has no transparency: transparent pixels would become black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, side, side);
  const [left, top] = [(bitmap.width - edge) / 2, (bitmap.height - edge) / 2];
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, left, top, edge, edge, 0, 0, side, side);
  bitmap.close();
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
}

/** The photo as a data URL, which the content security policy allows. */
export function previewOf(photo: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(photo);
  });
}
