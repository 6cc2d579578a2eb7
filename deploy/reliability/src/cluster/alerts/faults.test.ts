import { readAlerts } from '@reelwright/observability/rules';
import { faults, unprovoked } from './faults.ts';

it('each alert has one fault that fires it, or a reason why it has none', () => {
  const provoked = faults.flatMap(({ fires }) => fires);
  const alerts = readAlerts().filter(({ alert }) => !(alert in unprovoked));
  expect(provoked.toSorted()).toEqual(alerts.map(({ alert, labels }) => `${alert} ${labels.severity}`).toSorted());
});

it('only alerts that exist are without a fault', () => {
  const names = readAlerts().map(({ alert }) => alert);
  expect(names).toEqual(expect.arrayContaining(Object.keys(unprovoked)));
});
