/**
 * Code that frameworks such as Spring and Quarkus share to host a node: task definitions from
 * methods of beans ({@link dev.baton.host.HandlerMethod}), and the health of a node ({@link
 * dev.baton.host.NodeHealth}). Applications don't use it directly.
 */
@NullMarked
package dev.baton.host;

import org.jspecify.annotations.NullMarked;
