export type Schema = { readonly [keyword: string]: unknown };

/** The part of OpenAPI 3.1 that is used here. */
export interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: Schema;
  readonly responses: Readonly<Record<string, Schema>>;
  readonly [field: string]: unknown;
}

export interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: Readonly<Record<string, unknown>>;
}
