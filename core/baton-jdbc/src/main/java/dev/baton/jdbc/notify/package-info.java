/**
 * Sends hints between nodes with PostgreSQL's NOTIFY.
 *
 * <pre>
 * publish → Outbox → Sender ── one statement a window, on a borrowed connection ──→ PostgreSQL
 * Receiver ← Listener ← ListeningConnection, one for the node's life, watched ←────┘
 * </pre>
 *
 * <p>Nothing here is part of a caller's transaction, because NOTIFY makes commits wait for each
 * other. If a hint is lost, a poll finds the task. If the outbox is full or the sender fails, it
 * makes the other nodes poll. If a listener was disconnected, it makes its own node poll.
 */
@NullMarked
package dev.baton.jdbc.notify;

import org.jspecify.annotations.NullMarked;
