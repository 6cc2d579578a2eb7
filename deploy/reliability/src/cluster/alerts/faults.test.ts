import { readAlerts } from '@reelwright/observability/rules';
import { partOf, readRunbooks } from '@reelwright/observability/runbooks';
import { faults, unprovoked } from './faults.ts';
import type { Step } from './follow-runbook.ts';

it('each alert has one fault that fires it, or a reason why it has none', () => {
  const provoked = faults.flatMap(({ fires }) => fires);
  const alerts = readAlerts().filter(({ alert }) => !(alert in unprovoked));
  expect(provoked.toSorted()).toEqual(alerts.map(({ alert, labels }) => `${alert} ${labels.severity}`).toSorted());
});

it('only alerts that exist are without a fault', () => {
  const names = readAlerts().map(({ alert }) => alert);
  expect(names).toEqual(expect.arrayContaining(Object.keys(unprovoked)));
});

describe.each(faults)('when $what', ({ fires, runbooks: steps }) => {
  it('the runbook of each alert is followed', () => {
    const alerts = new Set(fires.map((alert) => alert.split(' ')[0]));
    expect(steps.map(({ runbook }) => runbook)).toEqual(expect.arrayContaining([...alerts]));
  });

  it('each other runbook is one to which a cause leads', () => {
    steps.forEach(({ runbook }, index) => {
      const isOfAlert = fires.some((alert) => alert.startsWith(`${runbook} `));
      const leads = steps.slice(0, index).some((earlier) => causeOf(earlier).includes(`(${runbook}.md)`));
      expect([runbook, isOfAlert || leads]).toEqual([runbook, true]);
    });
  });

  it.each(steps)('$runbook has its cause, and with it the command that ends it', (step) => {
    expect(causeOf(step)).toContain(step.mend ?? '');
  });
});

/** The cause of a runbook that applies, without line breaks. */
function causeOf({ runbook, cause }: Step): string {
  const found = readRunbooks().find(({ alert }) => alert === runbook);
  if (!found) throw new Error(`there is no runbook ${runbook}`);
  const causes = partOf(found, 'Causes')
    .split(/^\d+\. \*\*/m)
    .map((text) => text.replaceAll(/\s+/g, ' '));
  const matching = causes.filter((text) => text.startsWith(cause));
  expect([runbook, cause, matching.length]).toEqual([runbook, cause, 1]);
  return matching[0] ?? '';
}
