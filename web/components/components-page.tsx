import { classNames } from '../src/ui/class-names.ts';
import type { Example } from './example.ts';
import { features } from './features.tsx';
import { ui } from './ui.tsx';

const themes = ['light', 'dark'] as const;

/** Every component in every state, light and dark side by side. Only `vite` serves it; no build contains it. */
export function ComponentsPage() {
  return (
    <main className="wrap app-main">
      <div>
        <h1>Components</h1>
        <p className="lead">New screens start here: what is on this page is not built again.</p>
      </div>
      <nav aria-label="Components" className="row small">
        {[...ui, ...features].map(({ file }) => (
          <a key={file} href={`#${idOf(file)}`}>
            {nameOf(file)}
          </a>
        ))}
      </nav>
      <Part title="src/ui" examples={ui} />
      <Part title="src/features" examples={features} />
    </main>
  );
}

const idOf = (file: string) => file.replaceAll(/[/.]/g, '-');
const nameOf = (file: string) => file.slice(file.lastIndexOf('/') + 1).replace('.tsx', '');

function Part({ title, examples }: { title: string; examples: readonly Example[] }) {
  return (
    <>
      <h2>{title}</h2>
      {examples.map((example) => (
        <section key={example.file} id={idOf(example.file)} className="component" aria-label={example.file}>
          <h3>{nameOf(example.file)}</h3>
          <div className={classNames('component-themes', example.isWide && 'wide')}>
            {themes.map((theme) => (
              <div key={theme} data-theme={theme} className="component-theme">
                {example.states.map(([name, shown]) => (
                  <figure key={name}>
                    <figcaption className="small muted">{name}</figcaption>
                    {shown}
                  </figure>
                ))}
              </div>
            ))}
          </div>
        </section>
      ))}
    </>
  );
}
