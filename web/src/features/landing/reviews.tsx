import { reviews } from '../../content/marketing.ts';
import { samplePoster } from '../../content/video-types.ts';
import { Reel } from '../../ui/reel.tsx';

export function Reviews() {
  return (
    <section className="wrap reviews" aria-label="Reviews">
      {reviews.map((review) => (
        <figure key={review.name}>
          <Reel tone={review.style} poster={samplePoster(review.style)} ticks={null} />
          <blockquote>
            <p>{review.quote}</p>
          </blockquote>
          <figcaption>
            <b>{review.name}</b>
            <span className="muted">{review.about}</span>
          </figcaption>
        </figure>
      ))}
    </section>
  );
}
