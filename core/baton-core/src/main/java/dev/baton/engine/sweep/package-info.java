/**
 * The duties that one node does for the whole cluster. The sweeper makes due tasks ready and
 * resumes lost ones, so that they become candidates again. The pruner removes finished rows after
 * their retention.
 */
@NullMarked
package dev.baton.engine.sweep;

import org.jspecify.annotations.NullMarked;
