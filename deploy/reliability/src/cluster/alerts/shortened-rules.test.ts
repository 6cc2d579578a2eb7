import { readAlerts } from '@reelwright/observability/rules';
import { readShortenedRules, shortenGroup } from './shortened-rules.ts';

const shortenOne = (rule: Parameters<typeof shortenGroup>[0]['rules'][number]) =>
  shortenGroup({ name: 'one', rules: [rule] }).rules[0];

describe('shortened rules', () => {
  it('divide windows, offsets and waits by ten, and leave thresholds', () => {
    expect(shortenOne({ alert: 'Any', expr: 'rate(a[5m]) > 300 unless b offset 1h', for: '2m' })).toEqual({
      alert: 'Any',
      expr: 'rate(a[30000ms]) > 300 unless b offset 360000ms',
      for: '12000ms',
    });
  });

  it('count the events of the shorter window', () => {
    expect(shortenOne({ record: 'promise:failed:count1h', expr: 'avg_over_time(x[1h]) * 3600' })?.expr).toBe(
      'avg_over_time(x[360000ms]) * 360',
    );
  });

  it('divide thresholds too where an alert waits for days', () => {
    const rule = { alert: 'BillingNotCompared', expr: 'time() - max_over_time(a[3d]) > 172800', for: '10m' };
    expect(shortenOne(rule)).toEqual({
      alert: 'BillingNotCompared',
      expr: 'time() - max_over_time(a[129600ms]) > 86.4',
      for: '300ms',
    });
  });

  it('are all rules of the chart, of the namespace of the installation', () => {
    const rules = readShortenedRules('elsewhere').groups.flatMap((group) => group.rules);
    expect(rules.filter(({ alert }) => alert)).toHaveLength(readAlerts().length);
    expect(rules.map(({ expr }) => expr).join(' ')).not.toMatch(/namespace="reelwright"|\[\d+[smhd]\]/);
  });
});
