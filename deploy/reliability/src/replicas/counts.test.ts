import { callsOf, countIn, requestsOf } from './counts.ts';

const metrics = `# TYPE http_request_duration_seconds histogram
http_request_duration_seconds_bucket{le="0.005",service="auth",method="GET",route="/api/auth/user",status="2xx"} 40
http_request_duration_seconds_count{service="auth",method="GET",route="/api/auth/user",status="2xx"} 41
http_request_duration_seconds_count{service="auth",method="GET",route="/api/auth/user",status="5xx"} 2
http_request_duration_seconds_count{service="auth",method="PATCH",route="/api/auth/user",status="2xx"} 7
http_request_duration_seconds_count{service="auth",method="GET",route="/api/auth/options",status="2xx"} 9
grpc_server_duration_seconds_count{rpc="/reelwright.auth.v1.AuthService/GetUser",code="OK",service="auth"} 5
grpc_server_duration_seconds_count{rpc="/reelwright.auth.v1.AuthService/GetUser",code="NOT_FOUND",service="auth"} 1
`;

it('counts the requests of one route and method, whatever their status', () => {
  expect(countIn(metrics, requestsOf('auth', '/api/auth/user'))).toBe(43);
});

it('counts the calls of one rpc, whatever their code', () => {
  expect(countIn(metrics, callsOf('auth', '/reelwright.auth.v1.AuthService/GetUser'))).toBe(6);
});

it('counts nothing where there is no such series', () => {
  expect(countIn(metrics, requestsOf('auth', '/api/logout'))).toBe(0);
});
