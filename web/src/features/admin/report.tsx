import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { Loading } from '../../ui/skeleton.tsx';
import { failureText } from './api.ts';

/** A report's query state: loading, failed or loaded. */
export type Report<Data> = Pick<
  UseQueryResult<Data>,
  'data' | 'error' | 'isError' | 'isFetching' | 'refetch' | 'dataUpdatedAt'
>;

interface Props<Data> {
  report: Report<Data>;
  /** The part of the report shown here, named in the loading text and on the retry button. */
  what: string;
  /** A placeholder in the shape of the content. */
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}

/** One part of the page, which loads and fails independently. Numbers that could not be refreshed stay, with a note. */
export function ReportPart<Data>({ report, what, skeleton, children }: Props<Data>) {
  const { data, isError } = report;
  if (data === undefined && !isError) return <Loading text={`Caricamento: ${what}`}>{skeleton}</Loading>;
  return (
    <>
      <ReportProblem report={report} what={what} />
      {data === undefined ? null : children(data)}
    </>
  );
}

/** Why a report failed, with a retry button. Renders nothing unless it failed. */
export function ReportProblem({ report, what }: { report: Report<unknown>; what: string }) {
  const { data, error, isError, isFetching, refetch } = report;
  if (!isError) return null;
  return (
    <Note
      tone="bad"
      title={data === undefined ? 'Dati non caricati' : 'Dati non aggiornati'}
      actions={
        <Button size="small" tone="ink" busy={isFetching} aria-label={`Riprova: ${what}`} onClick={() => refetch()}>
          Riprova
        </Button>
      }
    >
      {failureText(error)}
    </Note>
  );
}
