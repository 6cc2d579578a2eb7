import { createContext, type KeyboardEvent, type ReactNode, useContext, useId, useState } from 'react';
import type { ApiExample } from '../../content/api-docs.ts';
import { CodeBlock } from './code-block.tsx';
import { type Language, languages, sampleOf } from './sample.ts';
import { useOrigin } from './use-origin.ts';

const SampleLanguageContext = createContext<{ language: Language; choose: (language: Language) => void }>({
  language: 'curl',
  choose: () => {},
});

/** Shares one chosen language among all samples of the page. */
export function SampleLanguage({ children }: { children: ReactNode }) {
  const [language, choose] = useState<Language>('curl');
  return <SampleLanguageContext value={{ language, choose }}>{children}</SampleLanguageContext>;
}

/** One request in the chosen language, with tabs for the others. */
export function Sample({ example }: { example: ApiExample }) {
  const { language, choose } = useContext(SampleLanguageContext);
  const origin = useOrigin();
  const id = useId();
  const tab = (each: Language) => `${id}${each}`;

  function move(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const ends = { Home: languages[0], End: languages.at(-1) }[event.key];
    const next = step ? languages[(languages.indexOf(language) + step + languages.length) % languages.length] : ends;
    if (!next) return;
    event.preventDefault();
    choose(next);
    document.getElementById(tab(next))?.focus();
  }

  return (
    <div className="sample" data-status={example.status}>
      <CodeBlock
        title={example.title}
        code={sampleOf(example, language, origin)}
        panel={{ id: `${id}panel`, role: 'tabpanel', 'aria-labelledby': tab(language) }}
      >
        <div className="tabs" role="tablist" aria-label={`${example.title}: language`}>
          {languages.map((each) => (
            <button
              key={each}
              id={tab(each)}
              type="button"
              role="tab"
              aria-selected={each === language}
              aria-controls={`${id}panel`}
              tabIndex={each === language ? 0 : -1}
              onClick={() => choose(each)}
              onKeyDown={move}
            >
              {each}
            </button>
          ))}
        </div>
      </CodeBlock>
      <p className="small muted">
        Answers <b>{example.status}</b>
      </p>
    </div>
  );
}
