import { foldersFrom } from './folders.ts';
import { columns, runTarget, say } from './say.ts';
import { readSecrets } from './secrets.ts';
import { type StackStatus, stackStatus } from './supervisor/status.ts';

await runTarget(async () => {
  const { run } = foldersFrom(process.env);
  const status = await stackStatus(run);
  const adminCode = (status.running && readSecrets(run)?.adminCode) || null;
  if (process.env.FORMAT === 'json') say(JSON.stringify({ ...status, adminCode }, null, 2));
  else if (status.running) print(status, adminCode);
  else say('Reelwright is not running.');
  return 0;
});

function print(status: StackStatus, adminCode: string | null): void {
  say(
    columns(
      'part',
      `${'address'.padEnd(28)} ${'pid'.padStart(7)} ${'RSS MB'.padStart(7)} ${'PSS MB'.padStart(7)}  health`,
    ),
  );
  for (const { name, address, pid, rssMb, pssMb, health, restarts } of status.parts) {
    const numbers = [pid ?? '-', rssMb, pssMb].map((value) => String(value).padStart(7)).join(' ');
    say(columns(name, `${address.padEnd(28)} ${numbers}  ${health}${restarts > 0 ? `, restarted ${restarts}×` : ''}`));
  }
  say(columns('total', `${' '.repeat(44)} ${String(status.totalPssMb).padStart(7)}  ${status.phase}`));
  if (adminCode) say(`The code for /admin is ${adminCode}`);
  say(status.url);
}
