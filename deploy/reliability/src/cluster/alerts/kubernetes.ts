import { eventually } from '../../people.ts';
import { type Cluster, rolledOut } from '../cluster.ts';
import { rollBack } from './disturb.ts';
import type { Fault } from './fault.ts';

/** Kubernetes starts a container again after 10, 20 and 40 s. */
const NO_PORT = 'HTTP_PORT=none';
/** Less than Node needs to start. */
const LITTLE_MEMORY = 'memory=40Mi';
const BACKUP = 'backup-of-the-proof';

export const kubernetesFaults: readonly Fault[] = [
  {
    what: 'the pods of web are replaced by ones that no node takes',
    fires: ['DeploymentUnavailable page'],
    runbooks: [
      {
        runbook: 'DeploymentUnavailable',
        service: 'web',
        cause: 'No node takes the pods',
        shown: /didn't match Pod's node affinity\/selector/,
        mend: 'kubectl rollout undo deployment/<part>',
      },
    ],
    async begin({ cluster }, atEnd) {
      const spec = await cluster.kubectl(['get', 'deployment', 'web', '-o', 'jsonpath={.spec.strategy}']);
      atEnd(async () => {
        const nodeSelector = { 'reelwright.example/none': null };
        await patch(cluster, 'web', { strategy: JSON.parse(spec) as unknown, template: { spec: { nodeSelector } } });
        await rolledOut(cluster, 'web');
      });
      await patch(cluster, 'web', {
        strategy: { type: 'Recreate', rollingUpdate: null },
        template: { spec: { nodeSelector: { 'reelwright.example/none': 'true' } } },
      });
    },
  },
  {
    what: 'drive is rolled out with a setting that it refuses',
    fires: ['PodRestarting ticket'],
    runbooks: [
      {
        runbook: 'PodRestarting',
        service: 'drive',
        cause: '`bad settings` or `did not start`',
        shown: /bad settings: HTTP_PORT/,
        mend: 'kubectl rollout undo deployment/<part>',
      },
    ],
    endsLater: true,
    async begin({ cluster }, atEnd) {
      atEnd(await rollBack(cluster, 'drive'));
      await cluster.kubectl(['set', 'env', 'deployment/drive', NO_PORT]);
    },
  },
  {
    what: 'analytics is rolled out with less memory than it needs',
    fires: ['PodOutOfMemory ticket'],
    runbooks: [
      {
        runbook: 'PodOutOfMemory',
        service: 'analytics',
        cause: 'The limit is below what it needs to start',
        shown: /OOMKilled/,
        mend: 'kubectl rollout undo deployment/<part>',
      },
    ],
    endsLater: true,
    async begin({ cluster }, atEnd) {
      const limits = [`--limits=${LITTLE_MEMORY}`, `--requests=${LITTLE_MEMORY}`];
      atEnd(await rollBack(cluster, 'analytics'));
      await cluster.kubectl(['set', 'resources', 'deployment/analytics', ...limits]);
    },
  },
  {
    what: 'a backup has run once and does not run again',
    fires: ['BackupStale ticket', 'BackupStale page'],
    runbooks: [
      {
        runbook: 'BackupStale',
        cause: 'The schedule is suspended',
        shown: new RegExp(`cronjob.batch/${BACKUP} .* True `),
        mend: `kubectl patch cronjob <name> --patch '{"spec":{"suspend":false}}'`,
        values: { name: BACKUP },
      },
    ],
    async begin({ cluster }, atEnd) {
      atEnd(() => cluster.kubectl(['delete', 'job,cronjob', BACKUP, '--ignore-not-found']));
      await cluster.kubectl(['apply', '-f', '-'], JSON.stringify(await backupJob(cluster)));
      await cluster.kubectl(['create', 'job', `--from=cronjob/${BACKUP}`, BACKUP]);
      await eventually(async () => {
        const path = 'jsonpath={.status.lastSuccessfulTime}';
        if (!(await cluster.kubectl(['get', 'cronjob', BACKUP, '-o', path]))) throw new Error('it has not ended');
      });
    },
  },
];

const patch = (cluster: Cluster, deployment: string, spec: object) =>
  cluster.kubectl(['patch', 'deployment', deployment, '--type', 'merge', '--patch', JSON.stringify({ spec })]);

/** A job that ends at once, as the namespace's rules for pods want it. */
async function backupJob(cluster: Cluster): Promise<object> {
  const image = await cluster.kubectl([
    ...['get', 'deployment', 'analytics', '-o', 'jsonpath={.spec.template.spec.containers[0].image}'],
  ]);
  return {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name: BACKUP },
    spec: {
      schedule: '0 3 * * *',
      suspend: true,
      jobTemplate: {
        spec: {
          template: {
            spec: {
              restartPolicy: 'Never',
              automountServiceAccountToken: false,
              securityContext: { runAsNonRoot: true, runAsUser: 65_532, seccompProfile: { type: 'RuntimeDefault' } },
              containers: [
                {
                  name: 'backup',
                  image,
                  command: ['node', '--eval', '0'],
                  securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
                },
              ],
            },
          },
        },
      },
    },
  };
}
