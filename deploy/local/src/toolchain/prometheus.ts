import { installDebianPackages } from './apt.ts';
import { readVersion } from './command.ts';

/** The command of Prometheus, installed if it is missing. @throws ExpectedError when it can't be installed */
export async function ensurePrometheus(): Promise<string> {
  if (!(await readVersion('prometheus', ['--version'])))
    await installDebianPackages('Prometheus, which reads the metrics,', ['prometheus']);
  return 'prometheus';
}
