import type { ImageName } from '@reelwright/images/images';
import { inputPaths, NOT_INPUTS } from '@reelwright/images/input-paths';
import { stringify } from 'yaml';
import { type Chart, digestPath, imagesOf } from './chart-images.ts';

const HEADER =
  '# Written by make kube-files from the lists in the code. Do not edit. How to use it: deploy/kube/README.md.\n';
const BUILDER =
  '. deploy/local/bootstrap.sh && exec node --disable-warning=ExperimentalWarning deploy/images/src/build-artifact.ts';

/** skaffold.yaml: how each image is built and from which files, and which value of which chart is its digest. */
export function skaffoldFile(root: string): string {
  const ignore = [...NOT_INPUTS.names, ...NOT_INPUTS.endings.map((ending) => `*${ending}`)].map((name) => `**/${name}`);
  const artifactOf = (image: ImageName) => ({
    image,
    custom: { buildCommand: `${BUILDER} ${image}`, dependencies: { paths: inputPaths(root, image), ignore } },
  });
  const product = imagesOf('reelwright');
  const servers = imagesOf('data').filter((image) => !product.includes(image));
  const config = {
    apiVersion: 'skaffold/v4beta13',
    kind: 'Config',
    metadata: { name: 'reelwright' },
    build: {
      // The tag is always `latest`: only a new digest starts new pods.
      tagPolicy: { sha256: {} },
      local: { push: true },
      artifacts: product.map(artifactOf),
    },
    deploy: { helm: { releases: [releaseOf('reelwright')] } },
    // Without a run's label on their pods, PostgreSQL, Kafka and the object store go on running.
    resourceSelector: { allow: [{ groupKind: 'StatefulSet.apps', labels: ['.metadata.labels'] }] },
    profiles: [
      {
        name: 'data',
        patches: [
          ...servers.map((image) => ({ op: 'add', path: '/build/artifacts/-', value: artifactOf(image) })),
          { op: 'add', path: '/deploy/helm/releases/0', value: releaseOf('data') },
        ],
      },
      {
        name: 'without-migrations',
        patches: [{ op: 'add', path: '/deploy/helm/flags', value: { upgrade: ['--no-hooks'] } }],
      },
    ],
  };
  return HEADER + stringify(config, { lineWidth: 0, anchorPrefix: 'ignored' });
}

/** A release with the values of `make kube-up` and the digests of what Skaffold has built. */
function releaseOf(chart: Chart) {
  const digest = (image: ImageName) => `{{.IMAGE_DIGEST_${image.replaceAll('-', '_')}}}`;
  return {
    name: chart,
    chartPath: `charts/${chart}`,
    namespace: '{{env "NAMESPACE" | default "reelwright"}}',
    valuesFiles: [`.reelwright/kube/${chart}.values.json`],
    setValueTemplates: Object.fromEntries(imagesOf(chart).map((image) => [digestPath(chart, image), digest(image)])),
    skipBuildDependencies: true,
  };
}
