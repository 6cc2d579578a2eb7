import ipaddr from 'ipaddr.js';
import type { TSchema } from 'typebox';
import { exceptHttpsTo, NOT_ELSEWHERE, NOT_PUBLIC, RESERVED_NAME } from './address-patterns.ts';
import { sslModeOf } from './ssl-mode.ts';
import type { SettingValues } from './value-check.ts';

/** What a setting must be with ENVIRONMENT=production; declared beside the setting, as its option `production`. */
export interface ProductionRule {
  /** Continues 'it must …'; never names a value that a process has. */
  readonly must: string;
  /** @param settings all settings of the process, for a rule that depends on another one */
  readonly allows: (value: string, settings: SettingValues) => boolean;
  /** An unset setting is refused too; its value is then ''. */
  readonly isRequired?: true;
  /** No value is allowed. */
  readonly isForbidden?: true;
  /** The only value that is allowed. */
  readonly value?: string;
  /** JSON Schema of values that it refuses, as far as a pattern can tell, for what checks settings before a process does. */
  readonly refuses?: Readonly<Record<string, unknown>>;
}

/** Values of the sandbox have its name in them, or ten zeros where only digits fit. */
const SANDBOX = /sandbox|0{10}/i;
/** Names of private networks: one label, or a domain that is not of the internet (RFC 6762, RFC 8375, ICANN's .internal). */
const PRIVATE_NAME = /^[^.]+$|\.(internal|local|home\.arpa)$/i;
/** Top-level domains without mailboxes or servers (RFC 2606). */
const RESERVED = new RegExp(`(^|[.@])${RESERVED_NAME}>?$`, 'i');
const SECRET_LENGTH = 16;
const RANDOM_LENGTH = 32;
const RANDOM_LETTERS = 10;

const isRandom = (key: string) => key.length >= RANDOM_LENGTH && new Set(key).size >= RANDOM_LETTERS;

/** @param why continues 'it must be unset: …' */
export const unset = (why: string): ProductionRule => ({
  must: `be unset: ${why}`,
  allows: () => false,
  isForbidden: true,
  refuses: {},
});

export const exactly = (wanted: string): ProductionRule => ({
  must: `be ${wanted}`,
  value: wanted,
  allows: (value) => value === wanted,
});

export const otherThan = (refused: string): ProductionRule => ({
  must: `be other than ${refused}`,
  allows: (value) => value !== refused,
  refuses: { const: refused },
});

export const atMost = (limit: number): ProductionRule => ({
  must: `be ${limit} at most`,
  allows: (value) => Number(value) <= limit,
  refuses: { exclusiveMinimum: limit },
});

export const atLeast = (limit: number): ProductionRule => ({
  must: `be ${limit} or more`,
  allows: (value) => Number(value) >= limit,
  refuses: { exclusiveMaximum: limit },
});

export const matching = (must: string, pattern: RegExp): ProductionRule => ({
  must,
  allows: (value) => pattern.test(value),
  refuses: { not: { pattern: pattern.source } },
});

export const https: ProductionRule = {
  must: 'be an https address of another machine, without a user or password',
  allows: isHttpsElsewhere,
  refuses: exceptHttpsTo(NOT_ELSEWHERE),
};

/** For an address that browsers or platforms call. */
export const publicHttps: ProductionRule = {
  must: 'be an https address of the internet: no private network, no user or password',
  allows: (value) => isHttpsElsewhere(value) && isPublic(hostOf(value) ?? ''),
  refuses: exceptHttpsTo(NOT_PUBLIC),
};

/** For an address that may have a password in it, and may be on this machine. */
export const encryptedPassword: ProductionRule = {
  must: 'be https if it has a user or password',
  allows: (value) => {
    const url = URL.parse(value);
    return url !== null && (url.protocol === 'https:' || (!url.username && !url.password));
  },
};

/** For the address of a mail server. Options in it would overrule those of the mailer, such as that TLS is required. */
export const mailServer: ProductionRule = {
  must: 'be a server on another machine, without options after a question mark',
  allows: (value) => isElsewhere(value) && !value.includes('?'),
};

/** For `host:port`, several by comma. */
export const allElsewhere: ProductionRule = {
  must: 'be servers on other machines',
  allows: (value) => value.split(',').every((server) => isElsewhere(`tcp://${server.trim()}`)),
  refuses: { pattern: `(^|,\\s*)(${NOT_ELSEWHERE}):` },
};

/** For the address of an object store. */
export const bucket: ProductionRule = {
  must: 'be s3://…: a bucket, whose endpoint, if one is given, is an https address of another machine',
  allows: (value) => {
    const url = URL.parse(value);
    const endpoint = url?.searchParams.get('endpoint');
    return url?.protocol === 's3:' && url.hostname !== '' && (!endpoint || isHttpsElsewhere(endpoint));
  },
  refuses: { anyOf: [{ not: { pattern: '^s3://[^/?]' } }, { pattern: '[?&]endpoint=http(:|%3[aA])' }] },
};

export const realMailbox: ProductionRule = {
  must: 'be a mailbox that exists: no reserved domain',
  allows: (value) => !RESERVED.test(value.trim()),
  refuses: { pattern: `[.@]${RESERVED_NAME}>?$` },
};

/** For what a provider issued that is not secret. */
export const notSandbox: ProductionRule = {
  must: 'be the provider’s, not the sandbox’s',
  allows: (value) => !SANDBOX.test(value),
  refuses: { pattern: SANDBOX.source },
};

/** For a password that the operator chose. */
export const chosenPassword: ProductionRule = {
  must: `have ${SECRET_LENGTH} characters or more`,
  allows: (value) => value.length >= SECRET_LENGTH,
};

/** For a secret that a provider issued; it may have commas. */
export const issuedSecret: ProductionRule = {
  must: 'be the provider’s, not the sandbox’s, and have 16 characters or more',
  allows: isIssued,
};

/** For secrets that a provider issued: one, or several by comma. */
export const issuedSecrets: ProductionRule = {
  must: issuedSecret.must,
  allows: (value) => value.split(',').every(isIssued),
};

/** For secrets of our own: one key, or several by comma. A key may have a name before it, with a colon. */
export const randomKeys: ProductionRule = {
  must: `be random: ${RANDOM_LENGTH} characters or more, ${RANDOM_LETTERS} different ones or more`,
  allows: (value) => value.split(',').every((key) => isRandom(key.slice(key.indexOf(':') + 1))),
};

/** For the address of a database. */
export const verifiedDatabase: ProductionRule = {
  must: 'have sslmode=verify-full, and a password of 16 characters or more, percent-encoded',
  allows: (value) => {
    try {
      const isLong = decodeURIComponent(new URL(value).password).length >= SECRET_LENGTH;
      return isLong && sslModeOf(value) === 'verify-full';
    } catch {
      return false; // no URL, or a % that encodes nothing
    }
  },
};

/** For KAFKA_TLS. */
export const kafkaTls: ProductionRule = {
  must: 'be true, unless KAFKA_TLS_CA_FILE is set',
  allows: (value, { KAFKA_TLS_CA_FILE }) => value === 'true' || Boolean(KAFKA_TLS_CA_FILE),
  isRequired: true,
};

export const required = (rule: ProductionRule): ProductionRule => ({ ...rule, isRequired: true });

export const set: ProductionRule = { must: 'be set', allows: (value) => value !== '', isRequired: true };

function isIssued(secret: string): boolean {
  return secret.length >= SECRET_LENGTH && !SANDBOX.test(secret);
}

function isHttpsElsewhere(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'https:' && !url.username && !url.password && isElsewhere(address);
}

function isElsewhere(address: string): boolean {
  const host = hostOf(address);
  if (!host || RESERVED.test(host)) return false;
  return !ipaddr.isValid(host) || !['loopback', 'unspecified'].includes(ipaddr.process(host).range());
}

function isPublic(host: string): boolean {
  return ipaddr.isValid(host) ? ipaddr.process(host).range() === 'unicast' : !PRIVATE_NAME.test(host);
}

/** As http spells it, which makes 127.0.0.1 of 2130706433: URLs of other schemes keep their hosts as they are written. */
function hostOf(address: string): string | undefined {
  const host = URL.parse(address)?.hostname;
  return host && URL.parse(`http://${host}`)?.hostname.replace(/^\[|\]$|\.+$/g, '');
}

export const productionRuleOf = (setting: TSchema | undefined): ProductionRule | undefined =>
  (setting as { production?: ProductionRule } | undefined)?.production;
