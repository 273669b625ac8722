/** A ring that turns, or a dotted ring when motion is unwanted. Give the word beside it. */
export function Spinner({ className = '' }: { readonly className?: string }) {
  return <span aria-hidden="true" className={`spinner ${className}`} />;
}
