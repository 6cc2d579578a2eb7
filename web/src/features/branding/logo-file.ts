import { LOGO_LIMITS } from '@reelwright/product';

/** The types that the server accepts. */
export const LOGO_TYPES = ['image/png', 'image/webp', 'image/jpeg'];

/** The file is no logo; the message is a sentence for the screen. */
export class LogoProblem extends Error {}

/** The file as a data URL, which the content security policy allows for the preview. @throws LogoProblem */
export async function readLogoFile(file: File): Promise<string> {
  if (!LOGO_TYPES.includes(file.type)) throw new LogoProblem('Choose a PNG, WebP or JPEG image.');
  if (file.size > LOGO_LIMITS.bytes) throw new LogoProblem('This file is larger than 512 KB. Choose a smaller one.');
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new LogoProblem('This file cannot be read. Choose another one.'));
    reader.readAsDataURL(file);
  });
}

/** The bytes of a data URL in base64, as the server takes them. */
export const base64Of = (dataUrl: string) => dataUrl.slice(dataUrl.indexOf(',') + 1);
