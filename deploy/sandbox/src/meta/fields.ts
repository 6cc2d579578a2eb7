import { badParameter } from './errors.ts';

type Mask = Map<string, Mask | null>;

/**
 * Selects the fields of a node by a `fields` text such as `id,name,accounts{id,tasks}`. An unknown field fails the whole
 * call; an undefined one is left out.
 */
export function selectFields(
  node: Record<string, unknown>,
  type: string,
  fields: string | undefined,
  usual: readonly string[],
): object {
  const mask = fields === undefined ? new Map(usual.map((name) => [name, null])) : parse(fields);
  return applyMask(node, mask, type);
}

function applyMask(node: Record<string, unknown>, mask: Mask, type: string): object {
  const result: Record<string, unknown> = {};
  for (const [name, inner] of mask) {
    if (!(name in node)) throw badParameter(`Tried accessing nonexisting field (${name}) on node type (${type})`);
    const value = node[name];
    if (value === undefined) continue;
    result[name] = inner && isNode(value) ? applyMask(value, inner, name) : value;
  }
  if (node.id !== undefined) result.id = node.id;
  return result;
}

function isNode(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function parse(fields: string): Mask {
  let at = 0;
  const list = (): Mask => {
    const mask: Mask = new Map();
    while (at < fields.length) {
      const name = /^\w+/.exec(fields.slice(at))?.[0];
      if (name === undefined) throw badParameter('Syntax error in field list.');
      at += name.length;
      at += /^(\.\w+\([^)]*\))*/.exec(fields.slice(at))?.[0].length ?? 0;
      if (fields[at] === '{') {
        at++;
        mask.set(name, list());
        if (fields[at++] !== '}') throw badParameter('Syntax error in field list.');
      } else mask.set(name, null);
      if (fields[at] !== ',') break;
      at++;
    }
    return mask;
  };
  const text = fields.replaceAll(/\s/g, '');
  fields = text;
  const mask = list();
  if (at !== text.length) throw badParameter('Syntax error in field list.');
  return mask;
}
