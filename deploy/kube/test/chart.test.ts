import { type ImageName, imageOf } from '@reelwright/images/images';
import { SERVICES } from '@reelwright/local/ports';
import { settingsOf } from '@reelwright/local/service-settings';
import { serviceFacts } from '../src/service-facts.ts';
import {
  containerOf,
  EXAMPLES,
  egressOf,
  example,
  type Manifest,
  matches,
  named,
  podsOf,
  render,
  root,
} from './render.ts';

const COMMANDS = ['erase-account', 'reconcile-with-stripe', 'reencrypt-tokens', 'replay-dead-letters'];

describe.each(EXAMPLES)('the chart with the values of %s.yaml', (name) => {
  let manifests: readonly Manifest[] = [];
  beforeAll(async () => {
    const { manifests: rendered, refusal } = await render('reelwright', example(name));
    expect(refusal).toBe('');
    manifests = rendered;
  }, 1_200_000);

  it('has a deployment for each service, the web app and the gateway', () => {
    const deployments = manifests.filter(({ kind }) => kind === 'Deployment').map(({ metadata }) => metadata.name);
    expect(deployments.sort()).toEqual([...SERVICES, 'web', 'gateway'].sort());
  });

  it('names each object once', () => {
    const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(names).toEqual([...new Set(names)]);
  });

  it('has pods that the restricted standard admits, without a token, and with a limit of memory', () => {
    for (const { name: pod, template } of podsOf(manifests)) {
      const { securityContext, containers, automountServiceAccountToken, dnsConfig, volumes = [] } = template.spec;
      expect([pod, securityContext]).toEqual([
        pod,
        expect.objectContaining({ runAsNonRoot: true, runAsUser: 65_532, seccompProfile: { type: 'RuntimeDefault' } }),
      ]);
      expect([pod, automountServiceAccountToken]).toEqual([pod, false]);
      // Less than the five seconds in which a connection has to be made.
      expect([pod, dnsConfig.options]).toEqual([pod, expect.arrayContaining([{ name: 'timeout', value: '1' }])]);
      for (const container of containers) {
        expect([pod, container.securityContext]).toEqual([
          pod,
          { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
        ]);
        expect([pod, container.resources.limits.memory]).toEqual([pod, expect.any(String)]);
        expect([pod, container.resources.limits.cpu]).toEqual([pod, undefined]);
      }
      const kinds = volumes.flatMap((volume: object) => Object.keys(volume).filter((key) => key !== 'name'));
      const allowed = ['emptyDir', 'secret', 'configMap', 'persistentVolumeClaim'];
      expect([pod, kinds.filter((kind: string) => !allowed.includes(kind))]).toEqual([pod, []]);
    }
  });

  it('has services, disruption budgets and policies that select the pods of a deployment', () => {
    const pods = podsOf(manifests).map(({ template }) => template.metadata.labels);
    const selectors = manifests.flatMap(({ kind, metadata, spec }) => {
      if (kind === 'Service') return [[`Service ${metadata.name}`, spec.selector]];
      if (kind === 'PodDisruptionBudget') return [[`PodDisruptionBudget ${metadata.name}`, spec.selector.matchLabels]];
      if (kind === 'NetworkPolicy') return [[`NetworkPolicy ${metadata.name}`, spec.podSelector.matchLabels]];
      return [];
    });
    for (const [object, selector] of selectors) {
      expect([object, pods.some((labels) => matches(labels, selector))]).toEqual([object, true]);
    }
  });

  it('has services whose ports their pods listen on', () => {
    for (const service of manifests.filter(({ kind }) => kind === 'Service')) {
      const deployment = manifests.find(
        ({ kind, spec }) => kind === 'Deployment' && matches(spec.template.metadata.labels, service.spec.selector),
      );
      const ports = containerOf(deployment).ports?.map((port) => port.name);
      for (const { targetPort } of service.spec.ports) expect(ports).toContain(targetPort);
    }
  });

  it('has an Envoy that calls services of the chart at ports of theirs', () => {
    const config = named(manifests, 'ConfigMap', 'gateway')?.data?.['envoy.yaml'] ?? '';
    const called = [...config.matchAll(/address: ([a-z-]+)-headless\n\s+port_value: (\d+)/g)];
    expect(new Set(called.map(([, part]) => part))).toEqual(new Set([...SERVICES, 'web']));
    for (const [, part, port] of called) {
      const ports = named(manifests, 'Service', `${part}-headless`)?.spec.ports;
      expect(ports.map((each: { port: number }) => each.port)).toContain(Number(port));
    }
  });

  it('gives each process files for its secrets below a mounted Secret, and every setting that it requires', async () => {
    const facts = await serviceFacts(root);
    for (const service of SERVICES) {
      const container = containerOf(named(manifests, 'Deployment', service));
      const env = new Map(container.env?.map(({ name: variable, value }) => [variable, value]));
      const mounts = container.volumeMounts?.map(({ mountPath }) => mountPath) ?? [];
      for (const [variable, value] of env) {
        if (!variable.endsWith('_FILE')) continue;
        expect([service, variable, mounts.some((path) => value?.startsWith(`${path}/`))]).toEqual([
          service,
          variable,
          true,
        ]);
      }
      const { properties, required } = await settingsOf(root, service);
      const missing = required.filter(
        (setting) => properties[setting]?.default === undefined && !env.has(setting) && !env.has(`${setting}_FILE`),
      );
      // Development has no providers without the sandbox; every other installation has all.
      if (name !== 'minimal') expect([service, missing]).toEqual([service, []]);
      expect(Object.keys(facts[service].productionSettings).filter((setting) => env.has(setting))).toEqual(
        name === 'minimal' ? [] : Object.keys(facts[service].productionSettings),
      );
    }
  });

  it('migrates each database in a job before anything else of the release', () => {
    for (const service of SERVICES) {
      const job = named(manifests, 'Job', `${service}-migrate`);
      expect(job?.metadata.annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade');
      const [migrate, serve] = [containerOf(job), containerOf(named(manifests, 'Deployment', service))];
      expect(migrate.image).toBe(serve.image);
      expect(migrate.env).toEqual(serve.env);
    }
  });

  it('has commands of operators that are suspended, are programs of their image, and have what its service has', () => {
    const jobs = manifests.filter(({ kind }) => kind === 'CronJob');
    expect(jobs.map(({ metadata }) => metadata.name).sort()).toEqual(COMMANDS);
    for (const job of jobs) {
      const { metadata, spec } = job;
      expect([metadata.name, spec.suspend]).toEqual([metadata.name, true]);
      const command = containerOf(job);
      const image = /([a-z-]+)[:@][^/]+$/.exec(command.image)?.[1] as ImageName;
      const programs = Object.keys(imageOf(image).programs).map((program) => `src/${program}.js`);
      expect([metadata.name, programs]).toEqual([metadata.name, expect.arrayContaining([command.args[1]])]);
      if (image === 'tools') continue;
      const service = containerOf(named(manifests, 'Deployment', image));
      expect(command.image).toBe(service.image);
      expect(command.env).toEqual(expect.arrayContaining(service.env ?? []));
      expect(command.volumeMounts).toEqual(service.volumeMounts);
      expect(command.resources).toEqual(service.resources);
    }
  });

  it.each([
    ['replay-dead-letters', ['TOPIC', 'GROUP']],
    ['erase-account', ['ACCOUNT_ID', 'ACCOUNT_EMAIL']],
  ])('leaves the inputs of %s empty', (command, inputs) => {
    const { env } = containerOf(named(manifests, 'CronJob', command));
    expect(env?.slice(-2)).toEqual(inputs.map((input) => ({ name: input, value: '' })));
  });

  it('lets a command of a service reach its database, and only the comparison with Stripe also providers', () => {
    const portsOf = (name: string) =>
      egressOf(manifests, name).flatMap(({ ports = [] }) => ports.map(({ port }) => port));
    expect(portsOf('erase-account')).toEqual([5432]);
    expect(portsOf('reencrypt-tokens')).toEqual([5432]);
    expect(portsOf('reconcile-with-stripe')).toEqual([5432, 443]);
    expect(portsOf('replay-dead-letters')).not.toContain(5432);
    const ofBilling = egressOf(manifests, 'billing');
    expect(ofBilling).toEqual(expect.arrayContaining(egressOf(manifests, 'reconcile-with-stripe')));
  });

  it('gives each process its drain and its stop before it is killed', () => {
    // For so long a name may lack a new replica: CoreDNS caches it, and the gateway looks it up again after two seconds.
    const staleSeconds = 5 + 2;
    for (const deployment of manifests.filter(({ kind }) => kind === 'Deployment')) {
      const env = new Map(containerOf(deployment).env?.map(({ name: variable, value }) => [variable, Number(value)]));
      const seconds = (env.get('DRAIN_SECONDS') ?? 0) + (env.get('STOP_SECONDS') ?? 0);
      expect(env.get('DRAIN_SECONDS')).toBeGreaterThan(staleSeconds);
      expect(deployment.spec.template.spec.terminationGracePeriodSeconds).toBe(seconds + 30);
    }
  });

  it('replaces one pod of a service after the other, each when the new one has been ready for ten seconds', () => {
    for (const service of SERVICES) {
      const { minReadySeconds, strategy } = named(manifests, 'Deployment', service)?.spec ?? {};
      expect({ service, minReadySeconds, strategy }).toEqual({
        service,
        minReadySeconds: 10,
        strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
      });
    }
  });

  it('has a network policy for each part, which names callers only', async () => {
    const facts = await serviceFacts(root);
    for (const service of SERVICES) {
      const { ingress } = named(manifests, 'NetworkPolicy', service)?.spec ?? {};
      const byPort = (port: string) =>
        ingress
          .filter(({ ports }: { ports: { port: string }[] }) => ports.some((each) => each.port === port))
          .flatMap(({ from }: { from: { podSelector?: { matchExpressions: { values: string[] }[] } }[] }) =>
            from.flatMap(({ podSelector }) => podSelector?.matchExpressions[0]?.values ?? []),
          );
      expect(byPort('http')).toEqual(['gateway']);
      expect(byPort('grpc')).toEqual(facts[service].calledBy);
    }
  });
});

it('in development, the sandbox stands for Stripe in the comparison, and no other command reaches it', async () => {
  const { manifests } = await render('reelwright', { sandbox: { enabled: true } });
  const reaching = COMMANDS.filter((name) => JSON.stringify(egressOf(manifests, name)).includes('sandbox'));
  expect(reaching).toEqual(['reconcile-with-stripe']);
}, 60_000);

it('gives the name of the cell to the services that have such a setting, and the first cell has none', async () => {
  const cells = async (values: object) => {
    const { manifests } = await render('reelwright', values);
    return SERVICES.flatMap((service) => {
      const { env = [] } = containerOf(named(manifests, 'Deployment', service));
      return env.filter(({ name }) => name === 'CELL').map(({ value }) => [service, value]);
    });
  };
  expect(await cells({ cell: '2' })).toEqual([
    ['auth', '2'],
    ['drive', '2'],
    ['publishing', '2'],
  ]);
  expect(await cells({})).toEqual([]);
}, 60_000);

it('rules and dashboards ask about the namespace of the release, and link to the operator’s runbooks', async () => {
  const { manifests } = await render('reelwright', example('operators'), 'shop');
  const rules = JSON.stringify(named(manifests, 'PrometheusRule', 'reelwright')?.spec);
  const boards = manifests.filter(({ metadata }) => metadata.name.startsWith('dashboard-'));
  expect(boards.length).toBeGreaterThan(3);
  for (const text of [rules, ...boards.flatMap(({ data = {} }) => Object.values(data))]) {
    expect(text).not.toContain('namespace=\\"reelwright\\"');
    expect(text).not.toContain('reelwright.example');
  }
  expect(rules).toContain('namespace=\\"shop\\"');
  expect(rules).toContain('"runbook_url":"https://runbooks.reelwright.io/');
  expect(
    JSON.parse(boards[0]?.data?.[`${boards[0].metadata.name.replace('dashboard-', '')}.json`] ?? ''),
  ).toBeDefined();
}, 60_000);

describe('Secrets that External Secrets keeps', () => {
  it('stay when an upgrade makes the ExternalSecret again', async () => {
    const { manifests } = await render('reelwright', example('operators'));
    const external = manifests.filter(({ kind }) => kind === 'ExternalSecret');
    expect(external).toHaveLength(SERVICES.length);
    for (const { spec } of external) expect(spec.target.creationPolicy).toBe('Orphan');
  }, 60_000);
});
