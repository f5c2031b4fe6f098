/**
 * Hints between nodes by PostgreSQL's NOTIFY.
 *
 * <pre>
 * publish → Outbox → Sender ── one statement a window, on a borrowed connection ──→ PostgreSQL
 * Receiver ← Listener ← ListeningConnection, one for the node's life, watched ←────┘
 * </pre>
 *
 * <p>Nothing here is ever part of a caller's transaction: NOTIFY makes commits wait for each other.
 * Hints lost on any of these stretches are made up for: what the outbox couldn't keep or the sender
 * couldn't send becomes "look for yourselves", and a listener that was away tells its own node to
 * look.
 */
@NullMarked
package dev.baton.jdbc.notify;

import org.jspecify.annotations.NullMarked;
