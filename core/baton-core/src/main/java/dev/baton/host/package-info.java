/**
 * What frameworks that host a node share, such as Spring and Quarkus: how methods of beans become
 * definitions of tasks ({@link dev.baton.host.HandlerMethod}), and what the health of an
 * application says of its node ({@link dev.baton.host.NodeHealth}). Applications don't use it
 * themselves.
 */
@NullMarked
package dev.baton.host;

import org.jspecify.annotations.NullMarked;
