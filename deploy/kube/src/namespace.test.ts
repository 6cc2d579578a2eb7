import { requireOwn } from './namespace.ts';

describe('a command that replaces or deletes an installation', () => {
  const namespace = (labels?: Record<string, string>) => ({
    metadata: { name: 'reelwright', ...(labels && { labels }) },
  });

  it('accepts a namespace that make kube-up made', () => {
    expect(() => requireOwn(namespace({ 'app.kubernetes.io/managed-by': 'kube-up' }))).not.toThrow();
  });

  it.each([
    ['of a production installation', { 'pod-security.kubernetes.io/enforce': 'restricted' }],
    ['of another tool', { 'app.kubernetes.io/managed-by': 'Helm' }],
    ['without labels', undefined],
  ])('refuses a namespace %s', (_, labels) => {
    expect(() => requireOwn(namespace(labels))).toThrow(/^make kube-up did not make the namespace reelwright/);
  });
});
