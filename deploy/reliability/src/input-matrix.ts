import { platforms } from '@reelwright/product';
import { ACCESS, personal } from './input-access.ts';
import type { BadRequest } from './input-bad.ts';
import type { Client, HttpResponse } from './input-client.ts';
import type { Cast } from './input-people.ts';
import { type Call, calls, fill, plainParameter, sampleOf } from './input-samples.ts';

/**
 * Makes every call without the permission for it: signed out, with the wrong credential, on the free plan, and with the id of
 * another person's resource. @returns the unexpected responses, and the number of calls
 */
export async function judgeAccess(client: Client, cast: Cast): Promise<{ requestCount: number; problems: string[] }> {
  const problems: string[] = [];
  let requestCount = 0;
  const send = async (who: string, request: BadRequest, isRight: (response: HttpResponse) => boolean) => {
    requestCount += 1;
    const response = await client.send(request);
    if (!isRight(response)) {
      problems.push(
        `${who}: ${request.method} ${request.path} was answered ${response.status} ${response.text.slice(0, 160)}`,
      );
    }
  };
  const { ada, bob, free, adminCookie } = cast;
  const session = { cookie: ada.person.cookie };
  const key = { 'x-api-key': ada.apiKey };

  for (const call of calls) {
    const { policy } = call.route;
    if (policy === 'public' || policy === 'optional') continue;
    const request = plainRequest(call);
    const isRejected = ({ status, text }: HttpResponse) =>
      status === 401 && (call.method === 'HEAD' || text.includes('"error":"'));
    await send('[ASVS 8.2.1] signed out', request, isRejected);
    await send(
      '[ASVS 8.2.1] with a made-up identity',
      withHeaders(request, { 'x-auth-identity': 'u1', 'x-user-id': '1' }),
      isRejected,
    );
    if (policy !== 'session') await send('[ASVS 8.2.1] with a session', withHeaders(request, session), isRejected);
    if (policy !== 'api_key') await send('[ASVS 8.2.1] with an API key', withHeaders(request, key), isRejected);
    if (policy !== 'admin')
      await send('[ASVS 8.2.1] as an administrator', withHeaders(request, { cookie: adminCookie }), isRejected);
  }

  for (const call of personal) {
    const access = ACCESS[call.name];
    if (access?.free !== 'PLAN_FEATURE') continue;
    const isPlanError = ({ status, text }: HttpResponse) => status === 403 && text.includes('"PLAN_FEATURE"');
    await send('[ASVS 8.2.1] on the free plan', withHeaders(plainRequest(call), { cookie: free.cookie }), isPlanError);
  }

  const names: Record<string, string> = {
    id: bob.videoId,
    sessionId: bob.checkoutId,
    file: `${bob.videoId}.mp4`,
    code: 'x',
  };
  for (const call of personal) {
    const { others } = ACCESS[call.name] ?? {};
    const request = withHeaders(plainRequest(call), session);
    if (others === 'hidden') {
      const bobs = { ...request, path: fill(call.path, (name) => names[name] ?? plainParameter(name)) };
      // Bob himself gets no 404, which shows that the 404 for others depends on the owner.
      await send(
        '[ASVS 8.2.2] the owner',
        withHeaders(bobs, { cookie: bob.person.cookie }),
        ({ status }) => status !== 404 && status < 500,
      );
      await send("[ASVS 8.2.2] on another's", bobs, ({ status }) => status === 404);
    } else if (others === 'signature') {
      const bobs = { ...request, path: fill(call.path, (name) => names[name] ?? '') };
      await send("[ASVS 8.2.2] on another's", bobs, ({ status }) => status === 403);
    } else if (others === 'own' && call.method === 'GET') {
      const credential = call.route.policy === 'api_key' ? key : session;
      const tellsNothing = ({ status, text }: HttpResponse) =>
        status < 500 && ![bob.person.name, bob.person.email, bob.videoId].some((mark) => text.includes(mark));
      await send("[ASVS 8.2.2] of another's", withHeaders(plainRequest(call), credential), tellsNothing);
    }
  }
  return { requestCount, problems };
}

/** The GETs that start something: a consent at a provider, and the return from it. */
const BEGINNINGS = new RegExp(`^/api/(auth/google(/callback)?|(drive/google|${platforms.join('|')})/(auth|callback))$`);

/** Sends every other GET as a browser does for a link on another site. @returns their number */
export async function readEverything(client: Client, cast: Cast): Promise<number> {
  const { ada, adminCookie } = cast;
  const reads = calls.filter(({ method, path }) => method === 'GET' && !BEGINNINGS.test(path));
  for (const call of reads) {
    const headers = { cookie: `${ada.person.cookie}; ${adminCookie}`, 'x-api-key': ada.apiKey };
    await client.send(withHeaders(plainRequest(call), { ...headers, 'sec-fetch-site': 'cross-site' }));
  }
  return reads.length;
}

/** A valid call that names no person's resource. */
function plainRequest(call: Call): BadRequest {
  const sample = sampleOf(call);
  // On the free plan the calendar is rejected.
  const more =
    call.path === '/api/video-configurations' ? { scheduledDates: [{ date: '2030-01-01', time: '09:00' }] } : {};
  const body = sample?.kind === 'json' ? JSON.stringify({ ...sample.body, ...more }) : undefined;
  return {
    what: 'a call',
    method: call.method,
    path: fill(call.path, plainParameter),
    headers: body ? { 'content-type': 'application/json' } : {},
    ...(body && { body: Buffer.from(body) }),
  };
}

const withHeaders = (request: BadRequest, headers: Record<string, string>): BadRequest => ({
  ...request,
  headers: { ...request.headers, ...headers },
});
