//! The chances of all groups that may be chosen from a pool of players, summed up without listing them.
//!
//! The groups of one size `d` have a total weight of `e_d(x_i)`, the elementary symmetric polynomial of the d-th roots of
//! the worths. It is computed relative to its largest term, the product of the `d` largest `x`, from players in falling
//! order of worth. So all intermediate results are sums of products of ratios up to 1: nothing overflows, and what
//! underflows is negligible.

/// Works out pools; keeps its memory from one to the next.
#[derive(Default, Debug)]
pub(super) struct PoolSums {
    /// The logarithm of the total weight of all groups.
    pub(super) log_total: f64,
    /// The expected features: for each seat of the pool the mean of `1/d` if it is chosen in a group of `d`, then for
    /// each size of tie its chance.
    pub(super) mean: Vec<f64>,
    /// The expected products of each two features, row by row.
    pub(super) products: Vec<f64>,
    order: Vec<usize>,
    logs: Vec<f64>,
    ratios: Vec<f64>,
    partial: Vec<f64>,
    sizes: Vec<SizeSums>,
}

/// The groups of one size.
#[derive(Default, Debug)]
struct SizeSums {
    size: usize,
    /// Which tie weight belongs to it.
    tie: Option<usize>,
    log_weight: f64,
    /// The chances that each two seats are both chosen, given the size; on the diagonal that one is.
    inclusion: Vec<f64>,
}

impl PoolSums {
    /// Works out a pool from the logarithms of the worths of its players, and all sizes of ties with the logarithms of
    /// their weights.
    pub(super) fn compute(&mut self, worths: impl Iterator<Item = f64>, tie_sizes: &[usize], tie_weights: &[f64]) {
        self.logs.clear();
        self.logs.extend(worths);
        let seats = self.logs.len();
        self.order.clear();
        self.order.extend(0..seats);
        let logs = &self.logs;
        self.order.sort_by(|&a, &b| logs[b].total_cmp(&logs[a]));
        self.logs.sort_by(|a, b| b.total_cmp(a));

        let possible = tie_sizes.iter().take_while(|&&size| size <= seats).count();
        self.sizes.resize_with(1 + possible, SizeSums::default);
        let mut sizes = std::mem::take(&mut self.sizes);
        self.compute_size(1, &mut sizes[0]);
        for tie in 0..possible {
            let sums = &mut sizes[1 + tie];
            self.compute_size(tie_sizes[tie], sums);
            sums.tie = Some(tie);
            sums.log_weight += tie_weights[tie];
        }

        let highest = sizes.iter().map(|sums| sums.log_weight).fold(f64::NEG_INFINITY, f64::max);
        let scaled: f64 = sizes.iter().map(|sums| (sums.log_weight - highest).exp()).sum();
        self.log_total = highest + scaled.ln();
        let features = seats + tie_sizes.len();
        self.mean.clear();
        self.mean.resize(features, 0.0);
        self.products.clear();
        self.products.resize(features * features, 0.0);
        for sums in &sizes {
            let chance = (sums.log_weight - self.log_total).exp();
            let part = chance / sums.size as f64;
            for i in 0..seats {
                let single = part * sums.inclusion[i * seats + i];
                self.mean[self.order[i]] += single;
                for j in 0..seats {
                    self.products[self.order[i] * features + self.order[j]] +=
                        part / sums.size as f64 * sums.inclusion[i * seats + j];
                }
                if let Some(tie) = sums.tie {
                    self.products[self.order[i] * features + seats + tie] += single;
                    self.products[(seats + tie) * features + self.order[i]] += single;
                }
            }
            if let Some(tie) = sums.tie {
                self.mean[seats + tie] += chance;
                self.products[(seats + tie) * (features + 1)] += chance;
            }
        }
        self.sizes = sizes;
    }

    /// Works out the groups of one size, seats being in falling order of worth.
    fn compute_size(&mut self, size: usize, sums: &mut SizeSums) {
        let seats = self.logs.len();
        sums.size = size;
        sums.tie = None;
        self.ratios.clear();
        self.ratios.resize(seats * seats, 1.0);
        for i in 0..seats {
            for k in 0..i.min(size) {
                self.ratios[i * seats + k] = ((self.logs[i] - self.logs[k]) / size as f64).exp();
            }
        }
        let all = self.symmetric(size, [seats; 2]);
        sums.log_weight = all.ln() + self.logs[..size].iter().sum::<f64>() / size as f64;
        sums.inclusion.clear();
        sums.inclusion.resize(seats * seats, 0.0);
        if size == 1 {
            for i in 0..seats {
                sums.inclusion[i * seats + i] = self.ratio(i, 0) / all;
            }
            return;
        }
        for i in 0..seats {
            for j in i + 1..seats {
                // How far the best group with these two falls behind the best of all.
                let largest = if j < size {
                    1.0
                } else if i + 1 < size {
                    self.ratio(j, size - 1)
                } else if i + 1 == size {
                    self.ratio(j, size - 2)
                } else {
                    self.ratio(i, size - 1) * self.ratio(j, size - 2)
                };
                let chance = largest * self.symmetric(size - 2, [i, j]) / all;
                sums.inclusion[i * seats + j] = chance;
                sums.inclusion[j * seats + i] = chance;
                // Whoever is chosen is so with all the others of the group.
                sums.inclusion[i * seats + i] += chance / (size - 1) as f64;
                sums.inclusion[j * seats + j] += chance / (size - 1) as f64;
            }
        }
    }

    fn ratio(&self, seat: usize, to: usize) -> f64 {
        self.ratios[seat * self.logs.len() + to]
    }

    /// The elementary symmetric polynomial of that degree over all seats but two, relative to its largest term.
    fn symmetric(&mut self, degree: usize, without: [usize; 2]) -> f64 {
        if degree == 0 {
            return 1.0;
        }
        let seats = self.logs.len();
        // With the k-th best of those counted as 1, every term of degree k consists of ratios up to 1.
        self.partial.clear();
        self.partial.resize(degree + 1, 0.0);
        self.partial[0] = 1.0;
        let nth = |n: usize| {
            let [first, second] = without;
            let n = n + usize::from(n >= first);
            n + usize::from(n >= second)
        };
        let rest = seats - without.iter().filter(|&&seat| seat < seats).count();
        for i in 0..rest {
            for k in (1..=degree.min(i + 1)).rev() {
                self.partial[k] += self.ratios[nth(i) * seats + nth(k - 1)] * self.partial[k - 1];
            }
        }
        self.partial[degree]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same from a list of all groups.
    fn listed(logs: &[f64], tie_sizes: &[usize], tie_weights: &[f64]) -> (f64, Vec<f64>, Vec<f64>) {
        let (seats, features) = (logs.len(), logs.len() + tie_sizes.len());
        let mut total = 0.0;
        let (mut mean, mut products) = (vec![0.0; features], vec![0.0; features * features]);
        for group in 1_usize..1 << seats {
            let size = group.count_ones() as usize;
            let tie = tie_sizes.iter().position(|&tie| tie == size);
            if size > 1 && tie.is_none() {
                continue;
            }
            let mut shown = vec![0.0; features];
            let mut weight = 1.0;
            for seat in (0..seats).filter(|seat| group >> seat & 1 == 1) {
                shown[seat] = 1.0 / size as f64;
                weight *= logs[seat].exp().powf(1.0 / size as f64);
            }
            if let Some(tie) = tie {
                shown[seats + tie] = 1.0;
                weight *= tie_weights[tie].exp();
            }
            total += weight;
            for a in 0..features {
                mean[a] += weight * shown[a];
                for b in 0..features {
                    products[a * features + b] += weight * shown[a] * shown[b];
                }
            }
        }
        let scale = |sums: Vec<f64>| sums.into_iter().map(|sum| sum / total).collect();
        (total.ln(), scale(mean), scale(products))
    }

    fn close(a: &[f64], b: &[f64]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-12)
    }

    #[test]
    fn sums_agree_with_lists_of_all_groups() {
        let mut sums = PoolSums::default();
        let worths = [0.3, -1.2, 2.5, 0.3, -4.0, 0.9];
        let ties: [&[usize]; 6] = [&[], &[2], &[3], &[2, 3], &[2, 4, 5], &[2, 3, 4, 5, 6]];
        for seats in 1..=6 {
            for sizes in ties {
                let weights: Vec<f64> = sizes.iter().map(|&size| 0.7 - 0.4 * size as f64).collect();
                let logs = &worths[..seats];
                sums.compute(logs.iter().copied(), sizes, &weights);
                let (log_total, mean, products) = listed(logs, sizes, &weights);
                assert!((sums.log_total - log_total).abs() < 1e-12, "{seats} {sizes:?}");
                assert!(close(&sums.mean, &mean), "{seats} {sizes:?}");
                assert!(close(&sums.products, &products), "{seats} {sizes:?}");
            }
        }
    }

    #[test]
    fn extreme_worths_stay_finite() {
        let mut sums = PoolSums::default();
        let worths = [5_000.0, -5_000.0, 0.0, 1e5, -1e5, 4_999.0];
        sums.compute(worths.into_iter(), &[2, 3, 6], &[-2_000.0, 3e5, 7.0]);
        assert!(sums.log_total.is_finite());
        assert!(sums.mean.iter().chain(&sums.products).all(|x| x.is_finite()));
        // The three best tie for certain.
        assert!((sums.mean[0] - 1.0 / 3.0).abs() < 1e-9 && (sums.mean[7] - 1.0).abs() < 1e-9);
        assert!((sums.mean[3] - 1.0 / 3.0).abs() < 1e-9 && sums.mean[1] < 1e-9);
    }
}
