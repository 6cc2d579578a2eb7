import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rulesFolder } from '@reelwright/observability/rules';
import { parse } from 'yaml';

interface Rule {
  readonly record?: string;
  readonly alert?: string;
  readonly expr: string;
  readonly for?: string;
}

interface Group {
  readonly name: string;
  readonly interval?: string;
  readonly rules: readonly Rule[];
}

/** How many times faster time passes for a rule, and whether its thresholds in seconds are of that time too. */
interface Speed {
  readonly factor: number;
  readonly thresholds: boolean;
}

const USUAL: Speed = { factor: 10, thresholds: false };
/** Alerts on hours and days; and on uploads to Drive, which wait in real time. */
const SPEEDS: Readonly<Record<string, Speed>> = {
  DriveUploadsWaiting: { factor: 10, thresholds: true },
  BillingNotCompared: { factor: 2_000, thresholds: true },
  CertificateExpires: { factor: 1_000, thresholds: false },
  BackupStale: { factor: 5_000, thresholds: true },
};

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };
const DURATION = String.raw`(\d+)([smhd])`;

/** The rules of the chart, whose windows and waits are shorter, so that a proof sees each alert fire within minutes. */
export function readShortenedRules(namespace: string): { groups: Group[] } {
  const groups = ['recording.yaml', 'alerts.yaml'].flatMap((file) => {
    const text = readFileSync(join(rulesFolder, file), 'utf8');
    return (parse(text.replaceAll('namespace="reelwright"', `namespace="${namespace}"`)) as { groups: Group[] }).groups;
  });
  return { groups: groups.map(shortenGroup) };
}

export function shortenGroup(group: Group): Group {
  const interval = group.interval ?? '30s';
  return { ...group, interval: duration(interval, USUAL.factor), rules: group.rules.map(shortenRule) };
}

function shortenRule(rule: Rule): Rule {
  const { factor, thresholds } = SPEEDS[rule.alert ?? ''] ?? USUAL;
  const seconds = (text: string) => String(Number(text) / factor);
  let expr = rule.expr
    .replaceAll(new RegExp(`\\[${DURATION}\\]`, 'g'), (window) => `[${duration(window.slice(1, -1), factor)}]`)
    .replaceAll(new RegExp(`\\boffset ${DURATION}`, 'g'), (text) => `offset ${duration(text.slice(7), factor)}`);
  // A number of events within a window: its mean per second, times the seconds of the window.
  if (rule.record?.includes(':count')) expr = expr.replace(/(?<=\* )\d+$/, seconds);
  if (thresholds) expr = expr.replaceAll(/(?<=[<>] )\d{3,}\b/g, seconds);
  return { ...rule, expr, ...(rule.for && { for: duration(rule.for, factor) }) };
}

/** `5m` in a tenth of the time: `30s`. */
function duration(text: string, factor: number): string {
  const [, number, unit = ''] = new RegExp(`^${DURATION}$`).exec(text) ?? [];
  const ms = (Number(number) * (SECONDS[unit] ?? Number.NaN) * 1_000) / factor;
  return `${Math.max(1, Math.round(ms))}ms`;
}
