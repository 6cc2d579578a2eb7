import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { deletedThings, deletionEmail, deletionSubject, facebookSteps } from '../../content/data-deletion.ts';

/** How to have your data deleted, what is deleted, and how long it takes. */
export function DeletionInstructions() {
  return (
    <div className="prose">
      <section>
        <h2>In your account</h2>
        <p>
          Sign in, open <Link to={paths.profile}>your profile</Link> and choose Delete account under Account Actions.
          The deletion starts immediately, and you get a receipt.
        </p>
      </section>
      <section>
        <h2>In Facebook’s settings</h2>
        <ol>
          {facebookSteps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
      <section>
        <h2>By e-mail</h2>
        <p>
          Write to{' '}
          <a href={`mailto:${deletionEmail}?subject=${encodeURIComponent(deletionSubject)}`}>{deletionEmail}</a> with
          the subject ‘{deletionSubject}’. Say who you are by your email or your Facebook user ID.
        </p>
      </section>
      <section>
        <h2>What is deleted</h2>
        <ul className="deleted-things">
          {deletedThings.map((thing) => (
            <li key={thing}>{thing}</li>
          ))}
        </ul>
      </section>
      <section>
        <h2>How long it takes</h2>
        <p>We respond within 30 days.</p>
        <p>
          What we have to keep longer, and why, is in our <Link to={`${paths.privacy}#retention`}>privacy policy</Link>.
          Questions? <Link to={paths.contact}>Contact us</Link>.
        </p>
      </section>
    </div>
  );
}
