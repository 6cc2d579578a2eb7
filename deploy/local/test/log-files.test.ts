import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { lastLogLines, logFile, rotateLogs } from '../src/supervisor/log-files.ts';
import { createStackFolder } from './fake-stack.ts';

describe('log files', () => {
  const folder = createStackFolder();
  afterAll(() => folder.remove());

  it('give their last lines', () => {
    const file = logFile(folder.logs, 'store');
    writeFileSync(file, Array.from({ length: 3000 }, (_, line) => `line ${line}\n`).join(''));

    expect(lastLogLines(file, 2)).toEqual(['line 2998', 'line 2999']);
    expect(lastLogLines(logFile(folder.logs, 'nobody'), 2)).toEqual([]);
  });

  it('are cut at their limit, keeping one older file and the lines that follow', () => {
    const [small, large] = [logFile(folder.logs, 'small'), logFile(folder.logs, 'large')];
    writeFileSync(small, 'few');
    writeFileSync(large, 'x'.repeat(2000));
    rotateLogs(folder.logs, 1000);
    appendFileSync(large, 'next');

    expect(readFileSync(large, 'utf8')).toBe('next');
    expect(readFileSync(`${large}.1`, 'utf8')).toHaveLength(2000);
    expect(existsSync(`${small}.1`)).toBe(false);
  });
});
