import type { Answer } from '../social.ts';

/** One thing the original refuses, and what it answers then. */
export interface Refusal {
  what: string;
  /** Sends the request; answers what came last. */
  ask(): Promise<Answer>;
  status: number;
  /** What of the answer's body clients decide by; absent where the original sends none. */
  body?: object;
  /** Where the original says so: document, section. 'Observed' where only its behaviour tells. */
  source: string;
}

/** Our answer to each request is the original's. */
export function refusals(rows: readonly Refusal[]): void {
  it.each(rows)('refuses $what ($source)', async ({ ask, status, body }) => {
    const answer = await ask();
    expect({ status: answer.status, body: answer.json ?? answer.text }).toMatchObject({
      status,
      ...(body === undefined ? {} : { body }),
    });
  });
}

/** Rows that share where they come from. */
export function from(source: string, rows: readonly Omit<Refusal, 'source'>[]): Refusal[] {
  return rows.map((row) => ({ ...row, source }));
}
