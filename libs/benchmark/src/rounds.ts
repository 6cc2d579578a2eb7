/** The number of rounds: ROUNDS when it is set, else `usual`. @throws unless it is a whole number from 1 */
export function roundsFrom(env: NodeJS.ProcessEnv, usual: number): number {
  if (!env.ROUNDS) return usual;
  const rounds = Number(env.ROUNDS);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`ROUNDS is '${env.ROUNDS}', not a whole number from 1.`);
  return rounds;
}
