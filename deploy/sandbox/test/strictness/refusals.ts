import type { Answer } from '../social.ts';

/** A request that the original refuses, with its answer. */
export interface Refusal {
  what: string;
  /** Sends the request. @returns the last answer */
  ask(): Promise<Answer>;
  status: number;
  /** The fields of the answer's body that clients read; absent where the original sends no body. */
  body?: object;
  /** The original's document and section, or 'Observed' where no document has it. */
  source: string;
}

/** Tests that each request gets the original's answer. */
export function refusals(rows: readonly Refusal[]): void {
  it.each(rows)('refuses $what ($source)', async ({ ask, status, body }) => {
    const answer = await ask();
    expect({ status: answer.status, body: answer.json ?? answer.text }).toMatchObject({
      status,
      ...(body === undefined ? {} : { body }),
    });
  });
}

/** Adds the source that several rows share. */
export function from(source: string, rows: readonly Omit<Refusal, 'source'>[]): Refusal[] {
  return rows.map((row) => ({ ...row, source }));
}
