interface Part {
  contentType: string;
  /** The name of a form field; undefined for a file or without a name. */
  name: string | undefined;
  body: Buffer;
}

/**
 * The parts of a multipart body; empty for another body or one without its end. The line end is that of the body's first
 * line, because Python's official client sends LF alone.
 */
export function partsOf(contentType: string, body: Buffer): Part[] {
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (!contentType.startsWith('multipart/') || boundary === undefined) return [];
  const marker = Buffer.from(`--${boundary}`);
  const parts: Part[] = [];
  const lineEnd = lineEndOf(body, marker);
  let from = body.indexOf(marker);
  while (from !== -1) {
    const start = from + marker.length;
    if (body.subarray(start, start + 2).toString() === '--') return parts;
    const next = body.indexOf(marker, start);
    if (next === -1) return [];
    parts.push(partOf(body.subarray(start, next), lineEnd));
    from = next;
  }
  return [];
}

function lineEndOf(body: Buffer, marker: Buffer): string {
  const end = body.indexOf(marker) + marker.length;
  return body.subarray(end, body.indexOf('\n', end)).toString().endsWith('\r') ? '\r\n' : '\n';
}

function partOf(bytes: Buffer, lineEnd: string): Part {
  const headersEnd = bytes.indexOf(lineEnd.repeat(2));
  const headers = bytes.subarray(0, headersEnd).toString('latin1');
  const type = /content-type:\s*([^\r\n]+)/i.exec(headers)?.[1];
  const body = bytes.subarray(headersEnd + 2 * lineEnd.length, bytes.length - lineEnd.length);
  const disposition = /content-disposition:\s*form-data;([^\r\n]*)/i.exec(headers)?.[1] ?? '';
  const name = disposition.includes('filename=') ? undefined : /\bname="([^"]*)"/.exec(disposition)?.[1];
  return { contentType: type ?? 'application/octet-stream', name, body };
}
