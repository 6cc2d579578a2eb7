// Run by `helm test` inside the cluster: each answer is what the gateway and the services behind it give.
const expected = [
  ['/', 200, 'text/html'],
  ['/api/auth/options', 200, 'application/json'],
  ['/api/auth/user', 401, 'application/json'],
  ['/api/external/user/connections', 401, 'application/json'],
  ['/api/no-such-path', 404, 'application/json'],
];
let failed = 0;
for (const [path, status, type] of expected) {
  const response = await fetch(process.env.GATEWAY + path, { signal: AbortSignal.timeout(10_000) }).catch(
    (error) => error,
  );
  const isRight = response.status === status && response.headers.get('content-type')?.startsWith(type);
  console.log(`${isRight ? 'ok' : 'FAILED'} GET ${path}: ${response.status ?? response} (expected ${status} ${type})`);
  if (!isRight) failed += 1;
}
process.exitCode = failed ? 1 : 0;
