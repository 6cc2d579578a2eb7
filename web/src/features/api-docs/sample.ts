import { type ApiExample, ORIGIN } from '../../content/api-docs.ts';

export const languages = ['curl', 'JavaScript', 'Python'] as const;
export type Language = (typeof languages)[number];

const KEY = '$REELWRIGHT_API_KEY';
/** A shell variable in a path or a header. */
const VARIABLE = /\$([A-Z_]+)/g;

/** A request as code that runs unchanged, with the key in REELWRIGHT_API_KEY and the video in video.mp4. */
export function sampleOf(example: ApiExample, language: Language, origin: string): string {
  const { Authorization, ...others } = example.headers ?? {};
  const request: SampledRequest = {
    method: example.method,
    url: `${origin}${example.path}`,
    headers: Authorization ? { Authorization, ...others } : { 'X-API-Key': KEY, ...others },
    file: example.file,
    fields: Object.entries(example.fields ?? {}).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(ORIGIN, origin) : value,
    ]),
  };
  if (language === 'curl') return curl(request);
  return language === 'Python' ? python(request) : javascript(request);
}

interface SampledRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  file: ApiExample['file'];
  fields: [string, string | readonly string[]][];
}

const asText = (value: string | readonly string[]) => (typeof value === 'string' ? value : value.join(','));
const asJson = (fields: SampledRequest['fields']) => JSON.stringify(Object.fromEntries(fields));

function curl({ url, headers, file, fields }: SampledRequest): string {
  const lines = [`curl ${quoted(url)}`, ...Object.entries(headers).map(([name, value]) => `-H "${name}: ${value}"`)];
  if (file === 'form') {
    lines.push(...fields.map(([name, value]) => `-F '${name}=${asText(value)}'`), `-F 'videoFile=@video.mp4'`);
    return lines.join(' \\\n  ');
  }
  if (fields.length > 0) lines.push('-H "Content-Type: application/json"');
  if (file === 'base64') {
    const start = `${asJson(fields).slice(0, -1)},"videoFile":"`;
    const body = `{ printf '%s' '${start}'; base64 < video.mp4 | tr -d '\\n'; printf '"}'; } |`;
    return `${body}\n${[...lines, '--data-binary @-'].join(' \\\n  ')}`;
  }
  if (fields.length > 0) lines.push(`-d '${asJson(fields)}'`);
  return lines.join(' \\\n  ');
}

const quoted = (url: string) => (url.includes('$') ? `"${url}"` : url);

function javascript({ method, url, headers, file, fields }: SampledRequest): string {
  const isJson = file !== 'form' && fields.length > 0;
  const sentHeaders = { ...headers, ...(isJson && { 'Content-Type': 'application/json' }) };
  const lines: string[] = [];
  if (file) lines.push("import { readFile } from 'node:fs/promises';", '');
  if (file === 'form') {
    lines.push('const form = new FormData();');
    lines.push(...fields.map(([name, value]) => `form.append('${name}', '${asText(value)}');`));
    lines.push("form.append('videoFile', new Blob([await readFile('video.mp4')]), 'video.mp4');", '');
  }
  lines.push(`const response = await fetch(${scripted(url)}, {`);
  if (method === 'POST') lines.push("  method: 'POST',");
  lines.push('  headers: {');
  lines.push(...Object.entries(sentHeaders).map(([name, value]) => `    '${name}': ${scripted(value)},`));
  lines.push('  },');
  if (file === 'form') lines.push('  body: form,');
  else if (isJson) {
    lines.push('  body: JSON.stringify({');
    lines.push(...fields.map(([name, value]) => `    ${name}: ${JSON.stringify(value).replaceAll('"', "'")},`));
    if (file === 'base64') lines.push("    videoFile: await readFile('video.mp4', 'base64'),");
    lines.push('  }),');
  }
  lines.push('});', 'console.log(response.status, await response.json());');
  return lines.join('\n');
}

/** A JavaScript string or template that reads variables from the environment. */
function scripted(text: string): string {
  if (text.startsWith('$') && text.slice(1).match(/^[A-Z_]+$/)) return `process.env.${text.slice(1)}`;
  const filled = text.replace(VARIABLE, (_whole, name: string) => `\${process.env.${name}}`);
  return filled === text ? `'${text}'` : `\`${filled}\``;
}

function python({ method, url, headers, file, fields }: SampledRequest): string {
  const isForm = file === 'form';
  const needsEnv = [url, ...Object.values(headers)].some((text) => text.includes('$'));
  const lines = [
    ...(file === 'base64' ? ['import base64'] : []),
    ...(needsEnv ? ['import os'] : []),
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    `    ${pythonic(url)},`,
    '    headers={',
    ...Object.entries(headers).map(([name, value]) => `        "${name}": ${pythonic(value)},`),
    '    },',
  ];
  if (fields.length > 0 || file) {
    lines.push(isForm ? '    data={' : '    json={');
    lines.push(
      ...fields.map(([name, value]) => `        "${name}": ${JSON.stringify(isForm ? asText(value) : value)},`),
    );
    if (file === 'base64') {
      lines.push('        "videoFile": base64.b64encode(open("video.mp4", "rb").read()).decode(),');
    }
    lines.push('    },');
  }
  if (isForm) lines.push('    files={"videoFile": open("video.mp4", "rb")},');
  lines.push(')', 'print(response.status_code, response.json())');
  return lines.join('\n');
}

/** A Python string or f-string that reads variables from the environment. */
function pythonic(text: string): string {
  if (text.startsWith('$') && text.slice(1).match(/^[A-Z_]+$/)) return `os.environ["${text.slice(1)}"]`;
  const filled = text.replace(VARIABLE, (_whole, name: string) => `{os.environ['${name}']}`);
  return filled === text ? `"${text}"` : `f"${filled}"`;
}
