export interface RelatedPart {
  contentType: string;
  body: Buffer;
}

/** The parts of a `multipart/related` body. Empty when it is not one or its end is missing. */
export function relatedParts(contentType: string, body: Buffer): RelatedPart[] {
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (!contentType.startsWith('multipart/') || boundary === undefined) return [];
  const marker = Buffer.from(`--${boundary}`);
  const parts: RelatedPart[] = [];
  let from = body.indexOf(marker);
  while (from !== -1) {
    const start = from + marker.length;
    if (body.subarray(start, start + 2).toString() === '--') return parts;
    const next = body.indexOf(marker, start);
    if (next === -1) return [];
    parts.push(partOf(body.subarray(start, next)));
    from = next;
  }
  return [];
}

function partOf(bytes: Buffer): RelatedPart {
  const headersEnd = bytes.indexOf('\r\n\r\n');
  const headers = bytes.subarray(0, headersEnd).toString('latin1');
  const type = /content-type:\s*([^\r\n]+)/i.exec(headers)?.[1];
  return { contentType: type ?? 'application/octet-stream', body: bytes.subarray(headersEnd + 4, bytes.length - 2) };
}
