/**
 * The engine of one node, put together by {@link dev.baton.engine.Node}; no room knows this
 * package. All rooms stand on {@code base}. A task walks through it in one direction: {@code add →
 * dispatch → attempt → complete}; {@code lease} and {@code sweep} look after what others hold or
 * dropped. Each moving part is a {@link dev.baton.engine.base.Loop}: one thread, one owner of its
 * data, woken by a signal.
 */
@NullMarked
package dev.baton.engine;

import org.jspecify.annotations.NullMarked;
