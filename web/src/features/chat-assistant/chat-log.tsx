import { type QuestionId, questions } from '@reelwright/faq';
import { useEffect, useRef } from 'react';
import { supportEmail } from '../../content/support.ts';
import { codeOf, messageOf } from '../../lib/api-client.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { Ticks } from '../../ui/ticks.tsx';
import type { Line } from './conversation.ts';
import { LinkedText } from './linked-text.tsx';

const firstIds: readonly QuestionId[] = ['differences', 'platforms', 'free-trial'];
const firstQuestions = questions.filter(({ id }) => firstIds.includes(id)).map(({ question }) => question);

interface Props {
  lines: readonly Line[];
  isAnswering: boolean;
  failure: Error | null;
  onAsk: (question: string) => void;
  onRetry: () => void;
}

/** The lines of the conversation, oldest first; the newest is scrolled into view. */
export function ChatLog({ lines, isAnswering, failure, onAsk, onRetry }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const last = lines.at(-1);
  const suggestions = last ? (last.suggestions ?? []) : firstQuestions;

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the end whenever a line is added or removed
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const showEnd = () => {
      element.scrollTop = element.scrollHeight;
    };
    // The form below grows when it shows its warning.
    const sizes = new ResizeObserver(showEnd);
    sizes.observe(element);
    showEnd();
    return () => sizes.disconnect();
  }, [lines, isAnswering, failure]);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <div ref={box} className="chat-log" tabIndex={0} role="log" aria-live="polite" aria-label="Conversation">
      <p className="chat-line assistant">Hi! Ask me anything about Reelwright.</p>
      {lines.map(({ from, text }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no state, so its index may change
        <p className={`chat-line ${from}`} key={place}>
          <span className="visually-hidden">{from === 'person' ? 'You: ' : 'Assistant: '}</span>
          {from === 'person' ? text : <LinkedText text={text} />}
        </p>
      ))}
      {isAnswering ? (
        <p className="chat-typing muted small">
          <Ticks running />
          Assistant is typing…
        </p>
      ) : null}
      {failure ? <Failure failure={failure} onRetry={onRetry} /> : null}
      {isAnswering || failure || suggestions.length === 0 ? null : (
        <ul className="chat-suggestions" aria-label="Suggested questions">
          {suggestions.map((question) => (
            <li key={question}>
              <button type="button" onClick={() => onAsk(question)}>
                {question}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Failure({ failure, onRetry }: { failure: Error; onRetry: () => void }) {
  const isTooMuch = codeOf(failure) === 'TOO_MANY_MESSAGES';
  return (
    <Note
      tone="bad"
      title={isTooMuch ? messageOf(failure, '') : 'The assistant did not answer.'}
      actions={
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      Please contact support at <a href={`mailto:${supportEmail}`}>{supportEmail}</a> if this keeps happening.
    </Note>
  );
}
