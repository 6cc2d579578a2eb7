import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Agent, interceptors, request } from 'undici';

/** How long the server may be silent. */
const SILENCE_MS = 60_000;
/** Content types of a page or an error, never of a video. */
const TEXT_TYPES = /^(text\/|application\/(json|xml|xhtml))/i;

/**
 * Streams a URL into a file. Built-in `fetch` can't be used: if a server closes the connection while the file is
 * written, Node 24 ends the process (nodejs/undici#5360).
 */
export async function downloadFile(url: string, headers: Record<string, string>, path: string): Promise<void> {
  const agent = new Agent({ headersTimeout: SILENCE_MS, bodyTimeout: SILENCE_MS });
  const dispatcher = agent.compose(interceptors.redirect({ maxRedirections: 3 }));
  try {
    const { statusCode, headers: responseHeaders, body } = await request(url, { dispatcher, headers });
    const isText = TEXT_TYPES.test(String(responseHeaders['content-type'] ?? ''));
    if (statusCode !== 200 || isText) {
      const text = await body.text();
      const message = `the download failed with ${statusCode}: ${text.slice(0, 500)}`;
      throw Object.assign(new Error(message), { status: statusCode, body: text });
    }
    await pipeline(body, createWriteStream(path));
  } finally {
    await agent.destroy();
  }
}
