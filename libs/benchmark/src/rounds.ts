/** How often each side is measured: ROUNDS when it is given, for a quick look. @throws for anything but a whole number ≥ 1 */
export function roundsFrom(env: NodeJS.ProcessEnv, usual: number): number {
  if (!env.ROUNDS) return usual;
  const rounds = Number(env.ROUNDS);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`ROUNDS is '${env.ROUNDS}', not a whole number from 1.`);
  return rounds;
}
