import { foldersFrom } from './folders.ts';
import { runTarget, say } from './say.ts';
import { stopStack } from './supervisor/stop.ts';

await runTarget(async () => {
  const { wasSupervised, leftovers } = await stopStack(foldersFrom(process.env).run);
  if (leftovers.length > 0) say(`Stopped what had been left behind: ${leftovers.join(', ')}.`);
  else say(wasSupervised ? 'Stopped.' : 'Reelwright is not running.');
  return 0;
});
