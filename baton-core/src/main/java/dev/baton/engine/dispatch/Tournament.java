package dev.baton.engine.dispatch;

import dev.baton.task.Candidate;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Which of many flows or definitions has the first head: a tree of matches, each won by whose head
 * goes before the other's. When a head changes, its owner plays again on the way up from its seat,
 * one match a level; nobody else moves, as they would in a heap.
 */
final class Tournament {
  private static final int LEAST = 2;

  /** A tree with so many seats or less is kept, however few take part. */
  private static final int SMALL = 64;

  /** By seat: a power of two, an eighth of which is taken at the least where they are many. */
  private @Nullable Headed[] players = new Headed[0];

  /** Of the heads, by seat. */
  private long[] ranks = new long[0];

  /** The winner's seat of each match: 1 is the final, 2n and 2n + 1 lead to n, last the seats. */
  private int[] winners = new int[0];

  /** The seats that nobody has, of which there are so many. */
  private int[] vacant = new int[0];

  private int vacancies;

  /** Whose head is first of all. */
  @Nullable Headed first() {
    return players.length == 0 ? null : players[winners[1]];
  }

  /** Takes in, moves or leaves out, as its head and refusal are now. */
  void place(Headed player) {
    if (player.isOpen()) {
      if (player.seat < 0) {
        sit(player);
      }
      ranks[player.seat] = player.headRank();
      play(player.seat);
    } else if (player.seat >= 0) {
      leave(player);
    }
  }

  private void sit(Headed player) {
    if (vacancies == 0) {
      resize(Math.max(LEAST, 2 * players.length));
    }
    player.seat = vacant[--vacancies];
    players[player.seat] = player;
  }

  private void leave(Headed player) {
    int seat = player.seat;
    player.seat = -1;
    players[seat] = null;
    ranks[seat] = Long.MAX_VALUE;
    vacant[vacancies++] = seat;
    if (players.length > SMALL && players.length - vacancies <= players.length / 8) {
      // A million flows that are gone mustn't hold their seats for ever.
      resize(players.length / 2);
    } else {
      play(seat);
    }
  }

  /** Plays the matches of this seat again, as far up as they may end in another way. */
  private void play(int seat) {
    int winner = seat;
    for (int node = players.length + seat; node > 1; node >>= 1) {
      winner = winner(winner, winners[node ^ 1]);
      if (winner != seat && winners[node >> 1] == winner) {
        return;
      }
      winners[node >> 1] = winner;
    }
  }

  private int winner(int one, int other) {
    if (ranks[one] != ranks[other]) {
      return ranks[one] < ranks[other] ? one : other;
    }
    return isBefore(players[one], players[other]) ? one : other;
  }

  private static boolean isBefore(@Nullable Headed one, @Nullable Headed other) {
    Candidate first = one == null ? null : one.head();
    Candidate second = other == null ? null : other.head();
    return first != null && (second == null || CandidateOrder.compare(first, second) < 0);
  }

  /** Seats those who take part anew, side by side, and plays all matches. */
  private void resize(int seats) {
    @Nullable Headed[] before = players;
    long[] ranksBefore = ranks;
    players = new Headed[seats];
    ranks = new long[seats];
    Arrays.fill(ranks, Long.MAX_VALUE);
    winners = new int[2 * seats];
    vacant = new int[seats];
    int taken = 0;
    for (int seat = 0; seat < before.length; seat++) {
      Headed player = before[seat];
      if (player != null) {
        ranks[taken] = ranksBefore[seat];
        players[taken] = player;
        player.seat = taken++;
      }
    }
    vacancies = 0;
    for (int seat = seats - 1; seat >= taken; seat--) {
      vacant[vacancies++] = seat;
    }
    for (int seat = 0; seat < seats; seat++) {
      winners[seats + seat] = seat;
    }
    for (int node = seats - 1; node > 0; node--) {
      winners[node] = winner(winners[2 * node], winners[2 * node + 1]);
    }
  }
}
