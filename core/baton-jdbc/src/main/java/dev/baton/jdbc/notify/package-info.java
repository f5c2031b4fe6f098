/**
 * Hints between nodes with PostgreSQL's NOTIFY.
 *
 * <pre>
 * publish → Outbox → Sender ── one statement a window, on a borrowed connection ──→ PostgreSQL
 * Receiver ← Listener ← ListeningConnection, one for the node's life, watched ←────┘
 * </pre>
 *
 * <p>None of this is part of a caller's transaction, since NOTIFY makes commits wait for each
 * other. Polls replace lost hints. If the outbox is full or the sender fails, other nodes are asked
 * to poll. A listener that was disconnected asks its own node to poll.
 */
@NullMarked
package dev.baton.jdbc.notify;

import org.jspecify.annotations.NullMarked;
