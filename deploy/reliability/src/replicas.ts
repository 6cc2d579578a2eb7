import { SERVICES } from '@reelwright/local/running-stack';
import { castPeople } from './replicas/cast.ts';
import { measureEvenness } from './replicas/evenly.ts';
import { startReplicas, WITHIN_SECONDS } from './replicas/fourth.ts';
import { killReplicas } from './replicas/killed.ts';
import { callsOfAuth, readsOf } from './replicas/reads.ts';
import { say } from './say.ts';
import { REMOTE_MODEL, type Stack, withStack } from './stack.ts';

/**
 * Three replicas of each service behind one gateway, and rpcs between them, are called evenly. A fourth of each is started,
 * and soon gets its share. Then replicas are killed in turn under traffic: no request is lost, no change is made twice.
 * `ONLY=kills` runs only the last scene.
 */

const FIRST = [1, 2, 3];
const FOURTH = 4;
const ALL = [...FIRST, FOURTH];
const SHOWN_PROBLEMS = 30;
const ONLY_KILLS = process.env.ONLY === 'kills';

const options = {
  env: { ...REMOTE_MODEL, REPLICAS: String(FOURTH) },
  without: ['web-bundle', 'web'],
  held: ONLY_KILLS ? [] : SERVICES.map((service) => `${service}-${FOURTH}`),
};
process.exitCode = (await withStack(options, run)) ? 0 : 1;

interface Scene {
  readonly lines: readonly string[];
  readonly problems: readonly string[];
  readonly holds: boolean;
}

async function run(stack: Stack): Promise<boolean> {
  const cast = await castPeople(stack);
  const toAuth = callsOfAuth(stack, cast, ALL);
  const ofGateway = readsOf(stack, cast);
  const reads = [...ofGateway, toAuth.read];
  say(`${cast.apiKeys.length + 2} people are signed up`);
  const scenes: [string, () => Promise<Scene>][] = [
    ['three replicas of each service are called evenly', () => measureEvenness(stack, reads, FIRST)],
    [
      `a fourth of each answers requests and calls within ${WITHIN_SECONDS} s`,
      () => startReplicas(stack, reads, FOURTH),
    ],
    ['all four are called evenly', () => measureEvenness(stack, reads, ALL)],
    [
      'replicas are killed: no request is lost, no change is made twice',
      () => killReplicas(stack, cast, ofGateway, ALL),
    ],
  ];
  const findings: [boolean, string][] = [];
  for (const [what, play] of ONLY_KILLS ? scenes.slice(-1) : scenes) {
    const { lines, problems, holds } = await play();
    for (const line of lines) say(`  ${line}`);
    for (const problem of problems.slice(0, SHOWN_PROBLEMS)) say(`  ${problem}`);
    if (problems.length > SHOWN_PROBLEMS) say(`  and ${problems.length - SHOWN_PROBLEMS} more problems`);
    findings.push([holds, what]);
    say(`${holds ? 'holds' : 'DOES NOT HOLD'}: ${what}`);
  }
  await toAuth.stop();
  for (const [holds, what] of findings) say(`${holds ? 'holds' : 'DOES NOT HOLD'}: ${what}`);
  return findings.every(([holds]) => holds);
}
