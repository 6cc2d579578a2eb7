import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Agent, interceptors, request } from 'undici';

/** How long the server may be silent. */
const SILENCE_MS = 60_000;

/**
 * Streams what is at a URL into a file. Built-in `fetch` can't be used for it: where a server closes the connection while
 * the file is written, Node 24 ends the whole process (nodejs/undici#5360).
 */
export async function downloadFile(url: string, headers: Record<string, string>, path: string): Promise<void> {
  const agent = new Agent({ headersTimeout: SILENCE_MS, bodyTimeout: SILENCE_MS });
  const dispatcher = agent.compose(interceptors.redirect({ maxRedirections: 3 }));
  try {
    const { statusCode, body } = await request(url, { dispatcher, headers });
    if (statusCode !== 200) {
      const words = (await body.text()).slice(0, 500);
      throw Object.assign(new Error(`the download was answered with ${statusCode}: ${words}`), { status: statusCode });
    }
    await pipeline(body, createWriteStream(path));
  } finally {
    await agent.destroy();
  }
}
