import type { Component } from '@reelwright/lifecycle';

/** The order in which the parts of a service start; they stop in reverse. The README says why each is where it is. */
const STAGES = [
  'ops server',
  'clock',
  'database',
  'schema',
  'resource',
  'publisher',
  'relay',
  'client',
  'grpc server',
  'server',
  'http server',
  'consumer',
  'table watch',
  'worker',
] as const;

export type Stage = (typeof STAGES)[number];

/** Collects the parts of a service. Within a stage they start in the order in which they were added. */
export function createStartOrder() {
  const parts: { readonly stage: Stage; readonly component: Component }[] = [];
  return {
    add<Part extends Component>(stage: Stage, component: Part): Part {
      parts.push({ stage, component });
      return component;
    },
    components: (): Component[] =>
      STAGES.flatMap((stage) => parts.filter((part) => part.stage === stage).map(({ component }) => component)),
  };
}
