import type { ApiResponse } from '../social.ts';

/** A request that the original rejects, with its answer. */
export interface Rejection {
  what: string;
  /** Sends the request. @returns the last answer */
  send(): Promise<ApiResponse>;
  status: number;
  /** The fields of the response's body that clients read; absent where the original sends no body. */
  body?: object;
  /** The original's document and section, or 'Observed' where no document has it. */
  source: string;
}

/** Tests that each request gets the original's answer. */
export function rejections(rows: readonly Rejection[]): void {
  it.each(rows)('rejects $what ($source)', async ({ send, status, body }) => {
    const response = await send();
    expect({ status: response.status, body: response.json ?? response.text }).toMatchObject({
      status,
      ...(body === undefined ? {} : { body }),
    });
  });
}

/** Adds the source that several rows share. */
export function from(source: string, rows: readonly Omit<Rejection, 'source'>[]): Rejection[] {
  return rows.map((row) => ({ ...row, source }));
}
