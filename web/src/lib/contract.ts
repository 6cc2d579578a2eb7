import type { paths } from './generated/openapi.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The paths of the API that have this method. */
export type PathOf<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends Record<Lowercase<M>, { responses: unknown }> ? Path : never;
}[keyof paths];

type Operation<M extends Method, Path extends PathOf<M>> = paths[Path][Lowercase<M> & keyof paths[Path]];
type Json<Content> = Content extends { content: { 'application/json': infer Value } } ? Value : undefined;
type SuccessStatus = 200 | 201 | 202 | 204;

/** The response of a call: `Answer<'GET', '/api/payments'>`; undefined if it is empty. */
export type Answer<M extends Method, Path extends PathOf<M>> =
  Operation<M, Path> extends { responses: infer Responses }
    ? { [Status in keyof Responses & SuccessStatus]: Json<Responses[Status]> }[keyof Responses & SuccessStatus]
    : never;

/** The body of a call; undefined if it has none. */
export type Body<M extends Method, Path extends PathOf<M>> =
  Operation<M, Path> extends { requestBody: infer RequestBody } ? Json<RequestBody> : undefined;

type Params<M extends Method, Path extends PathOf<M>> =
  Operation<M, Path> extends { parameters: { path: infer PathParams } } ? PathParams : undefined;

type Query<M extends Method, Path extends PathOf<M>> =
  Operation<M, Path> extends { parameters: { query?: infer Values } } ? Exclude<Values, undefined> : never;

/** The input of a call besides its path: `params` for the names in braces, the query and the body. */
export type Input<M extends Method, Path extends PathOf<M>> = (Params<M, Path> extends undefined
  ? { params?: never }
  : { params: Params<M, Path> }) &
  ([Query<M, Path>] extends [never] ? { query?: never } : { query?: Query<M, Path> }) &
  (Body<M, Path> extends undefined ? { body?: Record<string, never> } : { body: Body<M, Path> });
