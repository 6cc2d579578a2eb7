import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Folders } from '../folders.ts';
import { ExpectedError } from '../say.ts';
import { installDebianPackages } from './apt.ts';
import { lastLines, readVersion, runCommand } from './command.ts';
import { fetchedTool, folderMegabytes, foundTool, type Tool } from './tool.ts';

export interface KafkaRuntime {
  readonly java: string;
  /** Folder of the broker's jars. */
  readonly lib: string;
}

/** The version that `kafka/pom.xml` pins. */
export const KAFKA_VERSION = '4.3.1';
const OLDEST_JAVA = 17;

/** Java 17 or newer and the broker's jars: resolved by Maven from the pinned pom, each jar checked against its committed SHA-256. */
export async function ensureKafka(folders: Folders, env: NodeJS.ProcessEnv): Promise<Tool<KafkaRuntime>> {
  const started = performance.now();
  const java = await ensureJava(env);
  const lib = join(folders.cache, `kafka-${KAFKA_VERSION}`);
  const value = { java: java.command, lib };
  if (existsSync(lib)) {
    const source = `${KAFKA_VERSION}, cached`;
    return java.megabytes === 0
      ? foundTool('kafka', value, source)
      : fetchedTool('kafka', value, source, java.megabytes, started);
  }
  const maven = await ensureMaven();
  const pinned = join(folders.root, 'deploy/local/kafka');
  mkdirSync(folders.cache, { recursive: true });
  const scratch = mkdtempSync(join(folders.cache, 'kafka.'));
  copyFileSync(join(pinned, 'pom.xml'), join(scratch, 'pom.xml'));
  const { code, output } = await runCommand(
    'mvn',
    [
      '-B',
      '-q',
      '-C',
      'dependency:copy-dependencies',
      '-DincludeScope=runtime',
      `-DoutputDirectory=${join(scratch, 'lib')}`,
    ],
    { cwd: scratch },
  );
  if (code !== 0) {
    throw new ExpectedError(
      `Kafka ${KAFKA_VERSION} could not be fetched with Maven: check Maven's mirror and network settings, or set KAFKA_BROKERS.\n${lastLines(output)}`,
    );
  }
  checkJars(join(scratch, 'lib'), join(pinned, 'jars.sha256'));
  const megabytes = folderMegabytes(join(scratch, 'lib'));
  renameSync(join(scratch, 'lib'), lib);
  rmSync(scratch, { recursive: true, force: true });
  return fetchedTool('kafka', value, KAFKA_VERSION, megabytes + java.megabytes + maven.megabytes, started);
}

function checkJars(lib: string, sums: string): void {
  for (const line of readFileSync(sums, 'utf8').trim().split('\n')) {
    const [expected, name = ''] = line.split(/\s+/);
    const jar = join(lib, name);
    const actual = existsSync(jar) && createHash('sha256').update(readFileSync(jar)).digest('hex');
    if (actual !== expected) {
      rmSync(lib, { recursive: true, force: true });
      throw new ExpectedError(
        `${name} is not the jar Kafka ${KAFKA_VERSION} was pinned with: nothing was started from it.`,
      );
    }
  }
}

async function ensureJava(env: NodeJS.ProcessEnv): Promise<{ command: string; megabytes: number }> {
  const candidates = [env.JAVA_HOME && join(env.JAVA_HOME, 'bin', 'java'), 'java'].filter((path) => !!path);
  for (const command of candidates as string[]) if (await isNewEnough(command)) return { command, megabytes: 0 };
  const megabytes = await installDebianPackages(`Java ${OLDEST_JAVA} or newer, which runs Kafka,`, [
    'default-jre-headless',
  ]);
  return { command: '/usr/bin/java', megabytes };
}

async function ensureMaven(): Promise<{ megabytes: number }> {
  if (await readVersion('mvn', ['-v'])) return { megabytes: 0 };
  return { megabytes: await installDebianPackages('Maven (mvn), which fetches Kafka,', ['maven']) };
}

async function isNewEnough(java: string): Promise<boolean> {
  const major = /version "(\d+)/.exec((await readVersion(java, ['-version'])) ?? '')?.[1];
  return Number(major ?? 0) >= OLDEST_JAVA;
}
