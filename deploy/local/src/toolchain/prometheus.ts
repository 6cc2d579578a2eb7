import { installDebianPackages } from './apt.ts';
import { readVersion } from './command.ts';

/** The command of Prometheus, installed if it is missing. @throws ExpectedError when it can't be installed */
export const ensurePrometheus = (): Promise<string> => ensure('prometheus', 'Prometheus, which reads the metrics,');

/** The command of Prometheus' exporter for PostgreSQL. @throws ExpectedError when it can't be installed */
export const ensurePostgresExporter = (): Promise<string> =>
  ensure('prometheus-postgres-exporter', 'The exporter of the metrics of PostgreSQL');

/** The command of a Debian package of the same name. */
async function ensure(name: string, purpose: string): Promise<string> {
  if (!(await readVersion(name, ['--version']))) await installDebianPackages(purpose, [name]);
  return name;
}
